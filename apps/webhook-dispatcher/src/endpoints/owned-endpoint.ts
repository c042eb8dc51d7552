import { Caller, Problem, requireCover } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { lockEndpoint } from './endpoints.store';
import { carriedBy } from './readable';
import { WebhookEndpoint } from './webhook-endpoint.entity';

/**
 * Returns the caller's endpoint, locked, if the caller may read everything that it receives.
 * @throws Problem
 */
export async function coveredEndpoint(tx: Tx, caller: Caller, id: number): Promise<WebhookEndpoint> {
  const endpoint = await ownedEndpoint(tx, caller, id);
  requireCover(caller, carriedBy(endpoint));
  return endpoint;
}

/**
 * Returns the caller's endpoint, locked. An endpoint with accounts that the caller's token was not granted is not
 * found.
 * @throws Problem
 */
export async function ownedEndpoint(tx: Tx, caller: Caller, id: number): Promise<WebhookEndpoint> {
  const endpoint = await lockEndpoint(tx, { id, userId: caller.userId });
  if (!endpoint) throw Problem.notFound();
  requireCover(caller, { scopes: [], accountIds: endpoint.financial_account_ids });
  return endpoint;
}

/**
 * Checks that the endpoint is enabled, because deliveries of a disabled one would wait forever.
 * @throws Problem
 */
export function requireEnabled({ enabled }: WebhookEndpoint): void {
  if (!enabled) throw Problem.conflict('The webhook endpoint is disabled. Enable it first.');
}
