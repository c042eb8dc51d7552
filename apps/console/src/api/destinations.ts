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
  /** What it counts in, as its unit says; null: that says none. */
  readonly currency: string | null;
  /** Targets of the same scope count in the same currency: those of a budget, but not the sheets of a spreadsheet. */
  readonly scope: string;
}

/** Ids of targets, by their kind. */
export type TargetIds = ReadonlyMap<Target['type'], readonly string[]>;

const NONE: readonly DestinationKind[] = [];
/** As many targets of a kind are read. */
const TARGETS_MAX = 100;

/** The first 100 targets of each kind, or the first 100 of those with the given ids. */
export function useTargets(ids?: TargetIds) {
  const kinds = useDestinationKinds();
  const asked = (kinds.data?.data ?? NONE).filter(({ type }) => ids === undefined || ids.has(type));
  return useQueries({
    queries: asked.map((kind) => targetsOf(kind, ids?.get(kind.type))),
    combine: (found) => ({
      targets: found.flatMap(({ data }) => data?.targets ?? []),
      /** With those that were not read. */
      total: found.reduce((sum, { data }) => sum + (data?.total ?? 0), 0),
      isPending: kinds.isPending || found.some(({ isPending }) => isPending),
      error: kinds.error ?? found.find(({ error }) => error !== null)?.error ?? null,
      refetch: () => Promise.all([kinds.refetch(), ...found.map(({ refetch }) => refetch())]),
    }),
  });
}

function targetsOf(kind: DestinationKind, ids?: readonly string[]) {
  const path = `/destinations/${kind.path}/${kind.target.path}` as Targets;
  const unit = kind.unit.name.replaceAll(' ', '_') as 'budget';
  const chosen = ids === undefined ? {} : { 'filter[id]': ids.slice(0, TARGETS_MAX).join(',') };
  return {
    ...$api.queryOptions('get', path, {
      params: { query: { 'page[size]': TARGETS_MAX, sort: ['name'], include: [unit], ...chosen } },
    }),
    select: ({ data, meta }: NamedPage) => ({
      targets: data.map(({ id, name, ...one }): Target => {
        const { name: unitName = null, id: unitId, currency } = one[unit] ?? {};
        const scope = currency === undefined ? `${kind.type} ${id}` : `${kind.type} unit ${unitId}`;
        return { id, type: kind.type, name, unit: unitName, currency: currency ?? null, scope };
      }),
      total: meta.total,
    }),
  };
}

interface NamedPage {
  readonly data: readonly Named[];
  readonly meta: { readonly total: number };
}

interface Named {
  readonly id: string;
  readonly name: string;
  readonly budget?: {
    readonly id: string;
    readonly name: string;
    /** Absent: units of this kind have none. */
    readonly currency?: string | null;
  };
}
