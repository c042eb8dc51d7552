import { useQueries } from '@tanstack/react-query';
import type { DestinationKind } from '@tributary/client';
import { $api } from './api';
import {
  ROUTES,
  type DestinationConnection,
  type Target,
  type Targets,
  type TargetsQuery,
} from './destination-routes';
import { allOf, type Reading } from './reading';

export type { Target } from './destination-routes';

/** The kinds of destinations. They change with the product alone. */
export function useDestinationKinds() {
  return $api.useQuery('get', '/destinations/kinds', {}, { staleTime: Number.POSITIVE_INFINITY });
}

/** A connection with its kind. */
export interface Connection extends DestinationConnection {
  readonly kind: DestinationKind;
}

/** The connections of every kind. */
export function useConnections(kinds: readonly DestinationKind[]): Reading<readonly Connection[]> {
  return useQueries({
    queries: kinds.map((kind) => ({
      // The key has the form of the API's own queries, so that the stream invalidates it.
      queryKey: ['get', `/destinations/${kind.path}/connections`, 'all'],
      queryFn: async () => {
        const connections = await ROUTES[kind.type].connections();
        return connections.map((connection): Connection => ({ ...connection, kind }));
      },
    })),
    combine: (queries) => {
      const all = allOf(...queries);
      return { ...all, data: all.data?.flat() };
    },
  });
}

/** Ids of targets, by their kind. */
export type TargetIds = ReadonlyMap<Target['type'], readonly string[]>;

const NONE: readonly DestinationKind[] = [];
/** The API lists at most this many targets on a page. */
const TARGETS_MAX = 100;

/** The first 100 targets of each kind, or the first 100 of those with the given ids. */
export function useTargets(ids?: TargetIds): Reading<Targets> {
  const kinds = useDestinationKinds();
  const wanted = (kinds.data?.data ?? NONE).filter(({ type }) => ids === undefined || ids.has(type));
  return useQueries({
    queries: wanted.map((kind) => {
      const query = targetsQuery(ids?.get(kind.type));
      return {
        queryKey: ['get', `/destinations/${kind.path}/${kind.target.path}`, query],
        queryFn: () => ROUTES[kind.type].targets(query),
      };
    }),
    combine: (queries) => {
      const ofKinds = allOf(...queries);
      const { error, refetch } = allOf(kinds, ofKinds);
      return { data: kinds.data && ofKinds.data && together(ofKinds.data), error, refetch };
    },
  });
}

function together(lists: readonly Targets[]): Targets {
  return {
    targets: lists.flatMap(({ targets }) => targets),
    total: lists.reduce((sum, { total }) => sum + total, 0),
  };
}

function targetsQuery(ids: readonly string[] | undefined): TargetsQuery {
  const query = { 'page[size]': TARGETS_MAX };
  return ids === undefined ? query : { ...query, 'filter[id]': ids.slice(0, TARGETS_MAX).join(',') };
}
