import { Caller, Problem, requireCover } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { carriedBy } from './readable';
import { WebhookEndpoint } from './webhook-endpoint.entity';

/** The caller's endpoint, locked, for whoever may read all that it receives. @throws Problem */
export async function coveredEndpoint(tx: Tx, caller: Caller, id: number): Promise<WebhookEndpoint> {
  const endpoint = await ownedEndpoint(tx, caller, id);
  requireCover(caller, carriedBy(endpoint));
  return endpoint;
}

/**
 * The caller's endpoint, locked. One that receives accounts which the caller's token was not granted does not
 * exist for it. @throws Problem
 */
export async function ownedEndpoint(tx: Tx, caller: Caller, id: number): Promise<WebhookEndpoint> {
  const endpoint = await tx.manager.findOne(WebhookEndpoint, {
    where: { id, userId: caller.userId },
    lock: { mode: 'pessimistic_write' },
  });
  if (!endpoint) throw Problem.notFound();
  requireCover(caller, { scopes: [], accountIds: endpoint.financialAccountIds });
  return endpoint;
}

/** What waits for a disabled endpoint would never go. @throws Problem */
export function requireEnabled({ enabled }: WebhookEndpoint): void {
  if (!enabled) throw Problem.conflict('The webhook endpoint is disabled. Enable it first.');
}
