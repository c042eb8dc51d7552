import { Inject, Injectable } from '@nestjs/common';
import { Tx } from '@tributary/persistence';
import { Grant, Pausable, pauseFor, within } from '@tributary/service';
import { DeliveryQueue } from '../announcements/queue/delivery-queue';
import { discardWaiting } from '../deliveries/discard-waiting';
import { publishEndpoint } from '../endpoints/endpoint-event';
import { lockEndpoint, lockEndpoints } from '../endpoints/endpoints.store';
import { healthDocument, UNTRIED } from '../endpoints/health/endpoint-health';
import { startOver } from '../endpoints/health/start-over';
import { WebhookEndpoint } from '../endpoints/webhook-endpoint.entity';
import { IsNull } from 'typeorm';

/**
 * Adapts endpoints to changes of their grants: an ended grant disables them, a restricted grant reduces what they
 * receive.
 */
@Injectable()
export class PausableEndpoints implements Pausable {
  readonly kind = 'webhook';

  constructor(@Inject(DeliveryQueue) private readonly queue: DeliveryQueue) {}

  async follow(tx: Tx, grant: Grant): Promise<void> {
    const endpoints = await lockEndpoints(tx, { grantId: grant.grantId, paused: IsNull() });
    const changed: number[] = [];
    for (const endpoint of endpoints) {
      const isChanged = grant.revoked ? await pause(tx, endpoint, grant) : await adapt(tx, endpoint, grant);
      if (isChanged) changed.push(endpoint.id);
    }
    if (changed.length > 0) this.queue.wake(tx, changed); // a sender checks this before each POST
  }

  async keep(tx: Tx, userId: number, id: number): Promise<boolean> {
    const endpoint = await lockEndpoint(tx, { id, userId });
    if (!endpoint?.paused) return false;
    const { wasOn: enabled } = endpoint.paused;
    await startOver(tx, endpoint);
    await publishEndpoint(tx, endpoint, { enabled, grantId: null, paused: null });
    this.queue.wake(tx, [id]);
    return true;
  }
}

async function pause(tx: Tx, endpoint: WebhookEndpoint, grant: Grant): Promise<boolean> {
  const paused = pauseFor(grant, { scopes: [], accountIds: [] });
  if (!paused) return false;
  await discardWaiting(tx, endpoint);
  await publishEndpoint(tx, endpoint, {
    enabled: false,
    paused: { ...paused, wasOn: endpoint.enabled },
    health: healthDocument(UNTRIED, 'GRANT_ENDED'),
  });
  return true;
}

/**
 * Adapts the endpoint to a changed grant. Waiting deliveries that show more than may now be read are discarded, and
 * earlier ones are not sent again.
 */
async function adapt(tx: Tx, endpoint: WebhookEndpoint, { scopes, accountIds }: Grant): Promise<boolean> {
  const before = { scopes: endpoint.grantedScopes, accountIds: endpoint.financial_account_ids };
  const now = {
    scopes: within(before.scopes, scopes), // a change of the grant cannot exceed the rights of its token
    accountIds: within(before.accountIds, accountIds),
  };
  if (!isNarrower(now, before)) return false;
  await discardWaiting(tx, endpoint, hasLostScopes(now, before) ? null : now.accountIds);
  const [{ at } = { at: new Date() }] = await tx.query<{ at: Date }>('select clock_timestamp() as at');
  await publishEndpoint(tx, endpoint, {
    grantedScopes: now.scopes,
    redactSensitive: now.scopes !== null && !now.scopes.includes('sensitive:read'),
    financial_account_ids: now.accountIds,
    narrowedAt: at,
  });
  return true;
}

/** The members of a grant that decide what an endpoint receives. */
type GrantedAccess = Pick<Grant, 'scopes' | 'accountIds'>;

/** Returns whether the new access lacks something that the previous one had. */
export function isNarrower(now: GrantedAccess, before: GrantedAccess): boolean {
  return lost(now.scopes, before.scopes) || lost<number>(now.accountIds, before.accountIds);
}

/** Returns whether existing deliveries about any account may show data that may no longer be read. */
export function hasLostScopes(
  now: Pick<GrantedAccess, 'scopes'>,
  before: Pick<GrantedAccess, 'scopes'>,
): boolean {
  return lost(now.scopes, before.scopes);
}

/** Returns whether `now` lacks an item of `before`; null means all items. */
function lost<T>(now: readonly T[] | null, before: readonly T[] | null): boolean {
  if (now === null) return false;
  return before === null || before.some((one) => !now.includes(one));
}
