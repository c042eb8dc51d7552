import { type Answer, dataOf } from './data-of';

/** A page of a list. */
export interface Page<Row> {
  readonly data: Row[];
  readonly meta: { readonly last_page: number; readonly total: number };
}

/** The query parameters that select a page. */
export interface PageQuery {
  readonly 'page[number]': number;
  readonly 'page[size]': number;
}

const ROWS_A_PAGE = 100;

/**
 * Yields all pages of a list, in order. Rows that are added or removed during the reading shift the pages, so sort by
 * `id`.
 *
 * @param ask sends the request for one page: `(page) => client.GET('/rules', { params: { query: page } })`
 * @throws ApiError
 */
export async function* pagesOf<Row>(
  ask: (page: PageQuery) => Promise<Answer<Page<Row>>>,
): AsyncGenerator<Row[]> {
  for (let number = 1, last = 1; number <= last; number += 1) {
    const { data, meta } = await dataOf(ask({ 'page[number]': number, 'page[size]': ROWS_A_PAGE }));
    last = meta.last_page;
    yield data;
  }
}
