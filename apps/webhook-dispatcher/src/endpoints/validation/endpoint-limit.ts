import { Problem, WebhookType } from '@tributary/contracts';
import type { Tx } from '@tributary/persistence';
import { countEndpoints } from '../endpoints.store';

/** Returns whether endpoints of both types share a limit. */
export function isOneKind(one: WebhookType, other: WebhookType): boolean {
  return (one === 'WEBHOOK') === (other === 'WEBHOOK');
}

/**
 * Checks that one more endpoint of the type is within the limit. Personal endpoints and those of automation platforms
 * (one for each edit of a workflow) have separate limits; disabled ones count. Requests of one user block each other,
 * so that two at once cannot exceed the limit.
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
