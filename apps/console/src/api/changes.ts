import type { Query } from '@tanstack/react-query';

/** The event `changed` of `GET /api/v1/stream`. */
export interface Changed {
  readonly resource: string;
  readonly ids: readonly string[];
  readonly account_ids?: readonly string[];
}

/** The path segments of a resource where they differ from its name, or where other resources are computed from it. */
const PATHS: Readonly<Record<string, readonly string[]>> = {
  accounts: ['accounts', 'transactions', 'overview'],
  balances: ['balances', 'accounts', 'overview'],
  transactions: ['transactions', 'removed-transactions', 'transfer-pairs', 'overview'],
  'transfer-pairs': ['transfer-pairs', 'transactions', 'overview'],
  transfers: ['transactions', 'transfer-logs', 'transfer-links'],
  'rule-applications': ['applications'],
  'webhook-events': ['events'],
  settlements: ['settlement-reviews', 'transactions', 'accounts', 'transfer-links'],
  'webhook-endpoints': ['webhooks'],
  'webhook-deliveries': ['deliveries', 'webhooks'],
};

/** Whether a query reads what has changed: a segment of its path is the resource's name. */
export function readsResource(resource: string, query: Pick<Query, 'queryKey'>): boolean {
  const [, path] = query.queryKey;
  if (typeof path !== 'string') return false;
  const segments = path.split('/');
  return (PATHS[resource] ?? [resource]).some((segment) => segments.includes(segment));
}
