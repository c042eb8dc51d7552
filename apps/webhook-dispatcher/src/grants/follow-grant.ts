import { WebhookEndpointUpsertedV1 } from '@tributary/contracts';
import { appendToOutbox, event } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { discardWaiting } from '../deliveries/discard-waiting';
import { toUpserted } from '../endpoints/endpoint-event';
import { healthDocument, UNTRIED } from '../endpoints/endpoint-health';
import { WebhookEndpoint } from '../endpoints/webhook-endpoint.entity';
import { accountsWithin, Grant, hasLostScopes, isNarrower } from './grant';

/**
 * Lets the endpoints that were made through a grant be told what it reads now, and nothing at all once it has ended.
 * @returns the endpoints that changed.
 */
export async function followGrant(tx: Tx, grant: Grant): Promise<number[]> {
  const endpoints = await tx.manager.find(WebhookEndpoint, {
    where: { grantId: grant.grantId },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  const changed: number[] = [];
  for (const endpoint of endpoints) {
    const isChanged = grant.revoked ? await end(tx, endpoint) : await adapt(tx, endpoint, grant);
    if (isChanged) changed.push(endpoint.id);
  }
  return changed;
}

async function end(tx: Tx, endpoint: WebhookEndpoint): Promise<boolean> {
  if (!endpoint.enabled) return false;
  await discardWaiting(tx, endpoint);
  await publish(tx, endpoint, { enabled: false, health: healthDocument(UNTRIED, 'GRANT_ENDED') });
  return true;
}

/** What waits and shows more than may be read now is not sent, nor is anything from before sent again. */
async function adapt(tx: Tx, endpoint: WebhookEndpoint, { scopes, accountIds }: Grant): Promise<boolean> {
  const before = { scopes: endpoint.grantedScopes, accountIds: endpoint.financialAccountIds };
  const now = { scopes, accountIds: accountsWithin(endpoint.wantedAccountIds, accountIds) };
  const isWider = isNarrower(before, now);
  if (!isNarrower(now, before)) {
    if (isWider) await publish(tx, endpoint, changesTo(now, endpoint.narrowedAt));
    return isWider;
  }
  await discardWaiting(tx, endpoint, hasLostScopes(now, before) ? null : now.accountIds);
  const [{ at } = { at: new Date() }] = await tx.query<{ at: Date }>('select clock_timestamp() as at');
  await publish(tx, endpoint, changesTo(now, at));
  return true;
}

function changesTo(
  { scopes, accountIds }: { scopes: readonly string[] | null; accountIds: number[] | null },
  narrowedAt: Date | null,
): Partial<WebhookEndpoint> {
  return {
    grantedScopes: scopes && [...scopes],
    redactSensitive: scopes !== null && !scopes.includes('sensitive:read'),
    financialAccountIds: accountIds,
    narrowedAt,
  };
}

async function publish(tx: Tx, endpoint: WebhookEndpoint, changes: Partial<WebhookEndpoint>): Promise<void> {
  Object.assign(endpoint, changes, { version: endpoint.version + 1, updatedAt: new Date() });
  await tx.manager.save(endpoint);
  await appendToOutbox(tx, [event(WebhookEndpointUpsertedV1, endpoint.id, toUpserted(endpoint))]);
}
