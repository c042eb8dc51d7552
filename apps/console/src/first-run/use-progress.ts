import { $api } from '../api/api';
import type { Progress } from './steps';

const ONE = { params: { query: { 'page[size]': 1 } } } as const;
/** SimpleFIN needs no keys: its institution is always there. */
const WITH_KEYS = {
  params: { query: { 'page[size]': 1, 'filter[integrator]': 'PROVIDER_A,PROVIDER_B,PROVIDER_C' } },
} as const;

interface Counted {
  readonly data?: { readonly meta: { readonly total: number } } | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

export interface ReadProgress {
  readonly progress: Progress;
  /** The error of the first list that could not be read. */
  readonly error: unknown;
  readonly retry: () => void;
}

/** Counts the institutions, accounts and destinations. */
export function useProgress(): ReadProgress {
  const institutions: Counted = $api.useQuery('get', '/finance/institutions', WITH_KEYS);
  const accounts: Counted = $api.useQuery('get', '/finance/accounts', ONE);
  const destinations: readonly Counted[] = [
    $api.useQuery('get', '/destinations/budgeta/connections', ONE),
    $api.useQuery('get', '/destinations/budgetb/connections', ONE),
    $api.useQuery('get', '/destinations/sheets/connections', ONE),
    $api.useQuery('get', '/destinations/workspace/connections', ONE),
    $api.useQuery('get', '/destinations/feed/connections', ONE),
  ];
  const all = [institutions, accounts, ...destinations];
  const failed = all.filter(({ error }) => Boolean(error));
  return {
    progress: {
      institutions: totalOf(institutions),
      accounts: totalOf(accounts),
      destinations: sumOf(destinations.map(totalOf)),
    },
    error: failed[0]?.error ?? null,
    retry: () => {
      for (const { refetch } of failed) void refetch();
    },
  };
}

function totalOf({ data }: Counted): number | undefined {
  return data?.meta.total;
}

function sumOf(counts: readonly (number | undefined)[]): number | undefined {
  return counts.reduce(
    (sum, count) => (sum === undefined || count === undefined ? undefined : sum + count),
    0,
  );
}
