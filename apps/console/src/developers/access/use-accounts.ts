import { useQuery } from '@tanstack/react-query';
import { pagesOf } from '@tributary/client';
import { client } from '../../api/api';

/** All of the user's accounts. */
export function useAccounts() {
  return useQuery({
    queryKey: ['get', '/finance/accounts', 'every'],
    queryFn: async () => {
      const pages = pagesOf((page) =>
        client.GET('/finance/accounts', { params: { query: { ...page, sort: ['id'] } } }),
      );
      const accounts = [];
      for await (const page of pages) accounts.push(...page);
      return accounts;
    },
  });
}
