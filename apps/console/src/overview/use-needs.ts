import { $api } from '../api/api';
import { needsOf, type Destination, type Need } from './needs';

const SIZE = 100;
const NEWEST = { params: { query: { 'page[size]': SIZE } } } as const;
const NEED_CONSENT_OR_FAIL = 'EXPIRED,EXPIRING,PENDING,FAILING';

interface Needs {
  readonly isPending: boolean;
  readonly error: unknown;
  readonly needs: readonly Need[];
  readonly retry: () => void;
}

/** Reads everything that may need the user. */
export function useNeeds(): Needs {
  const connections = $api.useQuery('get', '/finance/connections', {
    params: {
      query: { 'page[size]': SIZE, include: ['institution'], 'filter[status]': NEED_CONSENT_OR_FAIL },
    },
  });
  const destinations = [
    $api.useQuery('get', '/destinations/budgeta/connections', NEWEST),
    $api.useQuery('get', '/destinations/budgetb/connections', NEWEST),
    $api.useQuery('get', '/destinations/sheets/connections', NEWEST),
    $api.useQuery('get', '/destinations/workspace/connections', NEWEST),
  ] as const;
  const links = $api.useQuery('get', '/transfer-links', {
    params: { query: { 'page[size]': SIZE, include: ['financial_account'] } },
  });
  const failures = $api.useQuery('get', '/transfer-logs/failures');
  const endpoints = $api.useQuery('get', '/webhooks', {
    params: { query: { 'page[size]': SIZE, 'filter[enabled]': 'false' } },
  });
  const reviews = $api.useQuery('get', '/finance/settlement-reviews', {
    params: { query: { 'page[size]': 1, 'filter[status]': 'OPEN' } },
  });
  const all = [connections, ...destinations, links, failures, endpoints, reviews];
  return {
    isPending: all.some((query) => query.isPending),
    error: all.find((query) => query.isError)?.error ?? null,
    retry: () => all.forEach((query) => void query.refetch()),
    needs: needsOf({
      connections: connections.data?.data ?? [],
      destinations: destinations.flatMap(({ data }): readonly Destination[] => data?.data ?? []),
      links: links.data?.data ?? [],
      endpoints: endpoints.data?.data ?? [],
      openReviews: reviews.data?.meta.total ?? 0,
      failedTransfers: (failures.data?.data.failures ?? []).reduce(
        (sum, { transfers }) => sum + transfers,
        0,
      ),
    }),
  };
}
