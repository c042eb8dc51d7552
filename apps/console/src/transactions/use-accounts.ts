import { useQuery } from '@tanstack/react-query';
import { pagesOf } from '@tributary/client';
import { client } from '../api/api';

const ACCOUNTS_MAX = 1_000;

/** The names of the user's accounts by their ids. */
export function useAccountNames(): ReadonlyMap<string, string> {
  const { data } = useQuery({ queryKey: ['get', '/finance/accounts', 'names'], queryFn: readNames });
  return data ?? NONE;
}

const NONE: ReadonlyMap<string, string> = new Map();

async function readNames(): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  const pages = pagesOf((page) =>
    client.GET('/finance/accounts', { params: { query: { ...page, sort: ['name'] } } }),
  );
  for await (const accounts of pages) {
    for (const { id, display_name, name } of accounts) names.set(id, display_name || name);
    if (names.size >= ACCOUNTS_MAX) break;
  }
  return names;
}
