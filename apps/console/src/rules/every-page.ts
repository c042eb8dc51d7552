import { useQuery } from '@tanstack/react-query';
import { pagesOf } from '@tributary/client';
import { client } from '../api/api';

type Ask<Row> = Parameters<typeof pagesOf<Row>>[0];

/** Every row of a list that is short for one person: rules, accounts, links. */
async function everyRow<Row>(ask: Ask<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of pagesOf(ask)) rows.push(...page);
  return rows;
}

/** The user's accounts by name. */
export function useAccounts() {
  return useQuery({
    queryKey: ['get', '/finance/accounts', 'every'],
    queryFn: () =>
      everyRow((page) => client.GET('/finance/accounts', { params: { query: { ...page, sort: ['id'] } } })),
  });
}

/** The user's links. */
export function useLinks() {
  return useQuery({
    queryKey: ['get', '/transfer-links', 'every'],
    queryFn: () =>
      everyRow((page) =>
        client.GET('/transfer-links', {
          params: { query: { ...page, sort: ['id'], include: ['financial_account', 'destination'] } },
        }),
      ),
  });
}

/** The user's rules, with what they are attached to. */
export function useRules() {
  return useQuery({
    queryKey: ['get', '/rules', 'every'],
    queryFn: () =>
      everyRow((page) =>
        client.GET('/rules', {
          params: { query: { ...page, sort: ['id'], include: ['financial_accounts', 'transfer_links'] } },
        }),
      ),
  });
}
