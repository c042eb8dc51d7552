import { nextPage, PageLink, pageLinks, previousPage } from './page-links';
import { JsonItems } from './json-items';
import { Page } from './list-query';

/** The envelope of every list. */
export type Paginated<Item> = Envelope<readonly Item[]>;

interface Envelope<Items> {
  readonly data: Items;
  readonly links: {
    readonly first: string | null;
    readonly last: string | null;
    readonly prev: string | null;
    readonly next: string | null;
  };
  readonly meta: {
    readonly current_page: number;
    readonly from: number | null;
    readonly last_page: number;
    readonly links: readonly PageLink[];
    readonly path: string | null;
    readonly per_page: number;
    readonly to: number | null;
    readonly total: number;
  };
}

export interface PageOf<Items> {
  readonly data: Items;
  /** The total on all pages. */
  readonly total: number;
  readonly page: Page;
  /** Absolute URL of the request, with its whole query, which the links to other pages repeat. */
  readonly url: string;
}

/** Puts a page into its envelope. A page past the end is empty, with `from` and `to` null. */
export function paginated<Items extends readonly unknown[] | JsonItems>({
  data,
  total,
  page,
  url,
}: PageOf<Items>): Envelope<Items> {
  const last = Math.max(1, Math.ceil(total / page.size));
  const before = (page.number - 1) * page.size;
  const urlOf = pageUrls(url);
  return {
    data,
    links: {
      first: urlOf(1),
      last: urlOf(last),
      prev: previousPage(page.number, last, urlOf),
      next: nextPage(page.number, last, urlOf),
    },
    meta: {
      current_page: page.number,
      from: data.length > 0 ? before + 1 : null,
      last_page: last,
      links: pageLinks(page.number, last, urlOf),
      path: url.split('?', 1)[0] ?? url,
      per_page: page.size,
      to: data.length > 0 ? before + data.length : null,
      total,
    },
  };
}

/** URLs that differ only in the page's number. The query is parsed and written once, not for each link. */
function pageUrls(requestUrl: string): (number: number) => string {
  const url = new URL(requestUrl);
  url.searchParams.set('page[number]', '0');
  const parameter = 'page%5Bnumber%5D=';
  const text = url.toString();
  const at = positionOf(text, `${parameter}0`) + parameter.length;
  const before = text.slice(0, at);
  const after = text.slice(at + 1);
  return (number) => `${before}${number}${after}`;
}

/** The start of a URL's parameter: `?`, `&` and `=` are encoded in values. */
function positionOf(url: string, parameter: string): number {
  const first = url.indexOf(`?${parameter}`);
  return (first >= 0 ? first : url.indexOf(`&${parameter}`)) + 1;
}
