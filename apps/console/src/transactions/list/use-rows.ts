import { useQueries, type QueryClient } from '@tanstack/react-query';
import { $api } from '../../api/api';
import type { TransactionsQuery } from '../filters/filters';
import type { Transaction } from '../transaction';

/** The largest page that the API has. */
const PAGE_ROWS = 100;
/** The cache drops pages that left the view after this time. */
const UNUSED_MS = 30_000;

/** Reads one page of the list. */
export function pageOptions(query: TransactionsQuery, page: number) {
  const params = { query: { ...query, 'page[number]': page, 'page[size]': PAGE_ROWS } };
  return $api.queryOptions('get', '/finance/transactions', { params }, { gcTime: UNUSED_MS });
}

export interface Rows {
  /** The row at a position from 0; undefined while it is being read. */
  readonly rowAt: (index: number) => Transaction | undefined;
  readonly error: unknown;
  readonly retry: () => void;
}

/** The rows from one position to another: their pages are read, and requests for pages that left the view end. */
export function useRows(query: TransactionsQuery, first: number, last: number): Rows {
  const pages = pagesBetween(first, last);
  const results = useQueries({ queries: pages.map((page) => pageOptions(query, page)) });
  const rows = new Map(pages.map((page, index) => [page, results[index]?.data?.data]));
  return {
    rowAt: (index) => rows.get(pageOf(index))?.[index % PAGE_ROWS],
    error: results.find(({ isError }) => isError)?.error ?? null,
    retry: () => void Promise.all(results.filter(({ isError }) => isError).map(({ refetch }) => refetch())),
  };
}

/** Reads every row from one position to another. */
export async function readRows(
  queries: QueryClient,
  query: TransactionsQuery,
  first: number,
  last: number,
): Promise<Transaction[]> {
  const rows: Transaction[] = [];
  for (const page of pagesBetween(first, last)) {
    const { data } = await queries.ensureQueryData(pageOptions(query, page));
    const start = (page - 1) * PAGE_ROWS;
    rows.push(...data.slice(Math.max(0, first - start), last + 1 - start));
  }
  return rows;
}

function pageOf(index: number): number {
  return Math.floor(index / PAGE_ROWS) + 1;
}

function pagesBetween(first: number, last: number): number[] {
  const pages: number[] = [];
  for (let page = pageOf(first); page <= pageOf(last); page += 1) pages.push(page);
  return pages;
}
