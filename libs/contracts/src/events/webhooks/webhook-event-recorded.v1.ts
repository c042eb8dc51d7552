import { Type } from '@sinclair/typebox';
import { defineEvent } from '../../contract';
import { SAMPLE_TIME } from '../../documents/samples';
import { Id, IsoTime, Nullable, OneOf } from '../../scalars';
import { CANONICAL_EVENTS } from '../../documents/webhook.documents';
import { CONNECTION_EVENTS } from '../../documents/accounts/finance.documents';
import { RULE_EVENTS } from '../../documents/rule.documents';

/**
 * An event for a user's programs, whether or not an endpoint is subscribed: the list that clients pull. Ids of one user
 * rise in the order of these messages. Key: user id.
 */
export const WebhookEventRecordedV1 = defineEvent({
  topic: 'webhook-event.recorded',
  version: 1,
  description: 'An event for a user’s programs.',
  producer: 'webhook-dispatcher',
  consumers: ['api-gateway'],
  keyedBy: 'userId',
  itemsIn: 'events',
  payload: Type.Object({
    userId: Id,
    events: Type.Array(
      Type.Object({
        id: Id,
        type: OneOf([...CANONICAL_EVENTS, ...CONNECTION_EVENTS, ...RULE_EVENTS]),
        financialAccountId: Nullable(Id),
        connectionId: Nullable(Id),
        ruleId: Type.Optional(Nullable(Id)),
        createdAt: IsoTime,
        /** `data` of payload version v2, before the redaction for each reader. */
        data: Type.Record(Type.String(), Type.Unknown()),
      }),
      { minItems: 1 },
    ),
  }),
  sample: {
    userId: 1,
    events: [
      {
        id: 901,
        type: 'account.deleted',
        financialAccountId: 17,
        connectionId: null,
        createdAt: SAMPLE_TIME,
        data: { financial_account: { id: '17' } },
      },
    ],
  },
});
