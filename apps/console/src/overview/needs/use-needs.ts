import { useQuery } from '@tanstack/react-query';
import { needsOf, type Destination, type Need } from './needs';
import { NEEDS } from '../queries';

interface Needs {
  readonly isPending: boolean;
  readonly error: unknown;
  readonly needs: readonly Need[];
  readonly retry: () => void;
}

/** Reads everything that may need the user. */
export function useNeeds(): Needs {
  const connections = useQuery(NEEDS.connections);
  const destinations = [
    useQuery(NEEDS.budgeta),
    useQuery(NEEDS.budgetb),
    useQuery(NEEDS.sheets),
    useQuery(NEEDS.workspace),
  ] as const;
  const links = useQuery(NEEDS.links);
  const failures = useQuery(NEEDS.failures);
  const endpoints = useQuery(NEEDS.endpoints);
  const imports = useQuery(NEEDS.imports);
  const reviews = useQuery(NEEDS.reviews);
  const all = [connections, ...destinations, links, failures, endpoints, imports, reviews];
  return {
    isPending: all.some((query) => query.isPending),
    error: all.find((query) => query.isError)?.error ?? null,
    retry: () => all.forEach((query) => void query.refetch()),
    needs: needsOf({
      connections: connections.data?.data ?? [],
      destinations: destinations.flatMap(({ data }): readonly Destination[] => data?.data ?? []),
      links: links.data?.data ?? [],
      endpoints: endpoints.data?.data ?? [],
      imports: imports.data?.data ?? [],
      openReviews: reviews.data?.meta.total ?? 0,
      failedTransfers: (failures.data?.data.failures ?? []).reduce(
        (sum, { transfers }) => sum + transfers,
        0,
      ),
    }),
  };
}
