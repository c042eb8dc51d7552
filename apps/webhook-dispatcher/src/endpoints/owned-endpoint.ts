import { Caller, Problem } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { WebhookEndpoint } from './webhook-endpoint.entity';

/**
 * The caller's endpoint, locked. One that is told of accounts which the caller's token was not granted does not
 * exist for it. @throws Problem
 */
export async function ownedEndpoint(tx: Tx, caller: Caller, id: number): Promise<WebhookEndpoint> {
  const endpoint = await tx.manager.findOne(WebhookEndpoint, {
    where: { id, userId: caller.userId },
    lock: { mode: 'pessimistic_write' },
  });
  if (!endpoint || !isGranted(endpoint, caller)) throw Problem.notFound();
  return endpoint;
}

/** What waits for a disabled endpoint would never go. @throws Problem */
export function requireEnabled({ enabled }: WebhookEndpoint): void {
  if (!enabled) throw Problem.conflict('The webhook endpoint is disabled. Enable it first.');
}

function isGranted({ financialAccountIds }: WebhookEndpoint, { accountIds }: Caller): boolean {
  if (accountIds === null) return true;
  return financialAccountIds?.every((id) => accountIds.includes(id)) ?? false;
}
