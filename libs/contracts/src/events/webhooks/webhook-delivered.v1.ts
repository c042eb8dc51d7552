import { Static, Type } from '@sinclair/typebox';
import { defineEvent } from '../../contract';
import { SAMPLE_TIME } from '../../documents/samples';
import { Id, IsoTime, Nullable, OneOf, Version } from '../../scalars';
import { DELIVERY_STATUSES, WEBHOOK_EVENTS } from '../../documents/webhook.documents';

/** An attempt to POST a delivery. */
export const DeliveryAttempt = Type.Object({
  /** 1 for the first attempt ever. */
  number: Type.Integer({ minimum: 1 }),
  attemptedAt: IsoTime,
  durationMs: Type.Integer({ minimum: 0 }),
  /** Null if no response came. */
  statusCode: Nullable(Type.Integer()),
  /**
   * Null for a success; otherwise the kind of failure, such as `HTTP_503` or `TIMEOUT`, without text from the endpoint.
   */
  error: Nullable(Type.String()),
});
export type DeliveryAttempt = Static<typeof DeliveryAttempt>;

/** A delivery with its progress, without its body. */
export const DeliveryState = Type.Object({
  id: Id,
  version: Version,
  /** The `webhook-id`: the same for every attempt. */
  messageId: Type.String(),
  eventType: OneOf(WEBHOOK_EVENTS),
  financialAccountId: Nullable(Id),
  /** Transactions in the body; absent where it has none, and in events from before this member. */
  transactionIds: Type.Optional(Type.Array(Id)),
  status: OneOf(DELIVERY_STATUSES),
  attempts: Type.Integer({ minimum: 0 }),
  /** Null unless it waits. */
  nextAttemptAt: Nullable(IsoTime),
  createdAt: IsoTime,
  /** The attempt that led to this state; null if none did. */
  attempt: Nullable(DeliveryAttempt),
});
export type DeliveryState = Static<typeof DeliveryState>;

/** Deliveries to one endpoint were attempted, discarded or requested again. Key: endpoint id. */
export const WebhookDeliveredV1 = defineEvent({
  topic: 'webhook.delivered',
  version: 1,
  description: 'Deliveries to a webhook endpoint were attempted, discarded or requested again.',
  producer: 'webhook-dispatcher',
  consumers: ['api-gateway'],
  keyedBy: 'endpointId',
  itemsIn: 'deliveries',
  payload: Type.Object({
    endpointId: Id,
    userId: Id,
    deliveries: Type.Array(DeliveryState, { minItems: 1, maxItems: 500 }),
  }),
  sample: {
    endpointId: 21,
    userId: 1,
    deliveries: [
      {
        id: 7001,
        version: 1,
        messageId: 'msg_2cXHm0Qw5rT8yU1oPaSdFgHjKlZ',
        eventType: 'transactions.created',
        financialAccountId: 17,
        transactionIds: [3001],
        status: 'PENDING',
        attempts: 1,
        nextAttemptAt: '2026-03-02T06:10:05.000Z',
        createdAt: SAMPLE_TIME,
        attempt: {
          number: 1,
          attemptedAt: SAMPLE_TIME,
          durationMs: 41,
          statusCode: 503,
          error: 'HTTP_503',
        },
      },
    ],
  },
});
