import { Problem, WebhookType } from '@tributary/contracts';
import type { Tx } from '@tributary/persistence';
import { countEndpoints } from '../endpoints.store';

/** Returns whether endpoints of both types share a limit. */
export function isOneKind(one: WebhookType, other: WebhookType): boolean {
  return (one === 'WEBHOOK') === (other === 'WEBHOOK');
}

/**
 * Checks that the limit permits another endpoint of the type. Personal endpoints and endpoints of automation platforms
 * (one for each edit of a workflow) have separate limits; disabled endpoints count. Requests of one user wait for each
 * other, so that two simultaneous ones cannot exceed the limit.
 * @throws Problem (plan_limit)
 */
export async function checkEndpointLimit(
  tx: Tx,
  userId: number,
  type: WebhookType,
  limit: number,
): Promise<void> {
  const current = await countEndpoints(tx, userId, type);
  if (current >= limit) {
    throw new Problem({ kind: 'plan_limit', feature: 'webhook_endpoint', current, limit });
  }
}
