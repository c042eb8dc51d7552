import { Type } from '@sinclair/typebox';
import { defineEvent } from '../../contract';
import { GrantId } from '../../documents/grant.documents';
import { Id, IsoTime, Nullable, Version } from '../../scalars';

/**
 * Present scopes and accounts of a restricted token, or of an app that a user authorized. The owner's own unrestricted
 * tokens are not grants. A revoked grant never returns: authorizing the app again is another grant. Key: user id.
 */
export const GrantChangedV1 = defineEvent({
  topic: 'grant.changed',
  version: 1,
  description: 'A restricted token or the consent to an app was changed or revoked.',
  producer: 'api-gateway',
  consumers: ['ingestion-sync', 'rule-engine', 'transfer-engine', 'webhook-dispatcher'],
  keyedBy: 'userId',
  payload: Type.Object({
    grantId: GrantId,
    version: Version,
    userId: Id,
    /** Null: every scope. */
    scopes: Nullable(Type.Array(Type.String())),
    /** Null: all of the user's accounts. */
    accountIds: Nullable(Type.Array(Id)),
    /** End of the grant, which has no further event; null: it does not expire. */
    expiresAt: Nullable(IsoTime),
    revoked: Type.Boolean(),
    /** The name of the app or the token, to show with what paused. */
    name: Type.Optional(Nullable(Type.String())),
  }),
  sample: {
    grantId: 'app:5',
    version: 2,
    userId: 1,
    scopes: ['transactions:read', 'accounts:read', 'webhooks:write'],
    accountIds: [17, 18],
    expiresAt: null,
    revoked: false,
    name: 'Budget buddy',
  },
});
