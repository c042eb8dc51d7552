import { EventPayload, GrantChangedV1 } from '@tributary/contracts';
import { appendToOutbox, event } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { saveGrant } from '@tributary/service';
import { pauseFeeds } from './pausable-feeds';
import { appGrantId, tokenGrantId } from '../access/token-row';
import { findPublishedGrant } from '../authorizations/grants.store';
import { Token } from '../authorizations/token.entity';

/** Publishes the access of a restricted token; the owner's unrestricted ones have no event. */
export async function publishTokenGrant(tx: Tx, token: Token): Promise<void> {
  if (token.scopes === null && token.accountIds === null) return;
  const payload = {
    grantId: tokenGrantId(token.id),
    version: token.version,
    userId: token.userId,
    scopes: token.scopes,
    accountIds: token.accountIds && token.accountIds.map(Number),
    expiresAt: token.expiresAt.toISOString(),
    revoked: token.revokedAt !== null,
    name: token.name,
  };
  await publish(tx, payload);
}

/** Publishes the access of an app that a user authorized. */
export async function publishAppGrant(tx: Tx, grantId: number): Promise<void> {
  const grant = await findPublishedGrant(tx, grantId);
  if (!grant) return;
  const payload = {
    grantId: appGrantId(grant.id),
    version: grant.version,
    userId: grant.user_id,
    scopes: grant.scopes,
    accountIds: grant.account_ids,
    expiresAt: grant.expires_at && grant.expires_at.toISOString(),
    revoked: grant.revoked_at !== null,
    name: grant.app,
  };
  await publish(tx, payload);
}

/** Other services get the event; the gateway's own feeds pause in the same transaction. */
async function publish(
  tx: Tx,
  payload: EventPayload<typeof GrantChangedV1> & { readonly name: string },
): Promise<void> {
  await appendToOutbox(tx, [event(GrantChangedV1, payload.userId, payload)]);
  await pauseFeeds(tx, await saveGrant(tx, payload));
}
