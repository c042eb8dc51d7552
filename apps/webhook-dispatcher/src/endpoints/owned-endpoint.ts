import { Caller, Problem, requireCover } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { lockEndpoint } from './endpoints.store';
import { carriedBy } from './readable';
import { WebhookEndpoint } from './webhook-endpoint.entity';

/** The caller's endpoint, locked, for a caller who may read everything that it receives. @throws Problem */
export async function coveredEndpoint(tx: Tx, caller: Caller, id: number): Promise<WebhookEndpoint> {
  const endpoint = await ownedEndpoint(tx, caller, id);
  requireCover(caller, carriedBy(endpoint));
  return endpoint;
}

/**
 * The caller's endpoint, locked. An endpoint with accounts that the caller's token was not granted does not exist for
 * it. @throws Problem
 */
export async function ownedEndpoint(tx: Tx, caller: Caller, id: number): Promise<WebhookEndpoint> {
  const endpoint = await lockEndpoint(tx, { id, userId: caller.userId });
  if (!endpoint) throw Problem.notFound();
  requireCover(caller, { scopes: [], accountIds: endpoint.financial_account_ids });
  return endpoint;
}

/** Deliveries of a disabled endpoint would wait forever. @throws Problem */
export function requireEnabled({ enabled }: WebhookEndpoint): void {
  if (!enabled) throw Problem.conflict('The webhook endpoint is disabled. Enable it first.');
}
