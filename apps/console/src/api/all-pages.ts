import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { pagesOf } from '@tributary/client';
import { client } from './api';

type ReadPage<Row> = Parameters<typeof pagesOf<Row>>[0];

/** Reads all rows of a list that is short for one person: rules, accounts, links. */
async function allRows<Row>(readPage: ReadPage<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of pagesOf(readPage)) rows.push(...page);
  return rows;
}

/** Reads all accounts of the user, page by page. */
export function useAllAccounts() {
  return useQuery({
    // The key has the form of the API's own queries, so that the stream invalidates it.
    queryKey: ['get', '/finance/accounts', 'every'],
    queryFn: () =>
      allRows((page) => client.GET('/finance/accounts', { params: { query: { ...page, sort: ['id'] } } })),
  });
}

/** Reads all links of the user, page by page, with the account and the target of each. */
export function useLinksWithEnds() {
  return useQuery({
    queryKey: ['get', '/transfer-links', 'every'],
    queryFn: () =>
      allRows((page) =>
        client.GET('/transfer-links', {
          params: { query: { ...page, sort: ['id'], include: ['financial_account', 'destination'] } },
        }),
      ),
  });
}

/** Reads all rules of the user, page by page, with the accounts and links to which they are attached. */
export function useAllRules() {
  return useQuery({
    queryKey: ['get', '/rules', 'every'],
    queryFn: () =>
      allRows((page) =>
        client.GET('/rules', {
          params: { query: { ...page, sort: ['id'], include: ['financial_accounts', 'transfer_links'] } },
        }),
      ),
  });
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** The names of the user's accounts by their ids; empty until they are read. */
export function useAccountNames(): ReadonlyMap<string, string> {
  const { data } = useAllAccounts();
  return useMemo(
    () =>
      data === undefined
        ? NO_NAMES
        : new Map(data.map(({ id, display_name, name }) => [id, display_name || name])),
    [data],
  );
}
