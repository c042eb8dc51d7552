import { useQueries } from '@tanstack/react-query';
import type { DestinationKind } from '@tributary/client';
import { $api } from './api';

/** Kinds differ in their paths, not in their routes: the types of BUDGETA stand for all. */
type Connections = '/destinations/budgeta/connections';
type Connection = `${Connections}/{budgetaConnectionId}`;
type Targets = '/destinations/budgeta/accounts';

/** Where the connections of a kind are. */
export function connectionsPath({ path }: Pick<DestinationKind, 'path'>): Connections {
  return `/destinations/${path}/connections` as Connections;
}

/** A connection of a kind, or what is done with it. */
export function connectionPath<Act extends '' | '/authorize' | '/refresh'>(
  { path }: Pick<DestinationKind, 'path'>,
  id: string,
  act: Act,
): `${Connection}${Act}` {
  return `/destinations/${path}/connections/${id}${act}` as `${Connection}${Act}`;
}

/** The kinds of destinations. They change with the product alone. */
export function useDestinationKinds() {
  return $api.useQuery('get', '/destinations/kinds', {}, { staleTime: Number.POSITIVE_INFINITY });
}

/** What a transfer link can point to. */
export interface Target {
  readonly id: string;
  readonly type: DestinationKind['type'];
  readonly name: string;
  /** The budget, spreadsheet or database that it is in. */
  readonly unit: string | null;
}

const NONE: readonly DestinationKind[] = [];

/** The first 100 targets of each kind. */
export function useTargets() {
  const kinds = useDestinationKinds();
  return useQueries({
    queries: (kinds.data?.data ?? NONE).map((kind) => targetsOf(kind)),
    combine: (found) => ({
      targets: found.flatMap(({ data }) => data ?? []),
      isPending: kinds.isPending || found.some(({ isPending }) => isPending),
      error: kinds.error ?? found.find(({ error }) => error !== null)?.error ?? null,
      refetch: () => Promise.all([kinds.refetch(), ...found.map(({ refetch }) => refetch())]),
    }),
  });
}

function targetsOf(kind: DestinationKind) {
  const path = `/destinations/${kind.path}/${kind.target.path}` as Targets;
  const unit = kind.unit.name.replaceAll(' ', '_') as 'budget';
  return {
    ...$api.queryOptions('get', path, {
      params: { query: { 'page[size]': 100, sort: ['name'], include: [unit] } },
    }),
    select: ({ data }: { readonly data: readonly Named[] }): readonly Target[] =>
      data.map(({ id, name, ...one }) => ({ id, type: kind.type, name, unit: one[unit]?.name ?? null })),
  };
}

interface Named {
  readonly id: string;
  readonly name: string;
  readonly budget?: { readonly name: string };
}
