import { Static, Type } from '@sinclair/typebox';
import { defineCommand } from '../contract';
import { Id, IsoTime, Nullable, OneOf } from '../scalars';
import { PAYLOAD_VERSIONS, WEBHOOK_EVENTS, WEBHOOK_TYPES } from '../documents/webhook.documents';
import { DeliveryState } from '../events/webhooks/webhook-delivered.v1';
import { WebhookEndpointDeletedV1 } from '../events/webhooks/webhook-endpoint-deleted.v1';
import { WebhookEndpointUpsertedV1 } from '../events/webhooks/webhook-endpoint-upserted.v1';

const service = 'webhook-dispatcher';

const Url = Type.String({ maxLength: 512 });
const Description = Nullable(Type.String({ maxLength: 255 }));
const Events = Type.Array(OneOf(WEBHOOK_EVENTS), { minItems: 1 });
const AccountIds = Nullable(Type.Array(Id));

export const CreateWebhookEndpoint = defineCommand({
  service,
  name: 'create-webhook-endpoint',
  description: 'Registers a webhook endpoint; its signing secret is in this answer only.',
  confidential: true,
  payload: Type.Object({
    url: Url,
    description: Description,
    enabled: Type.Boolean(),
    events: Events,
    /** Null: all accounts that the caller may see. */
    financialAccountIds: AccountIds,
    type: OneOf(WEBHOOK_TYPES),
    payloadVersion: OneOf(PAYLOAD_VERSIONS),
    omitSensitiveIdentifiers: Type.Boolean(),
    /** How many endpoints of this kind (personal, or of automation platforms) the caller's plan allows. */
    endpointLimit: Type.Integer({ minimum: 0 }),
  }),
  result: Type.Object({ endpoint: WebhookEndpointUpsertedV1.payload, secret: Type.String() }),
});

export const UpdateWebhookEndpoint = defineCommand({
  service,
  name: 'update-webhook-endpoint',
  description: 'Changes an endpoint; members that are left out keep their value.',
  payload: Type.Object({
    id: Id,
    changes: Type.Partial(
      Type.Object({
        url: Url,
        description: Description,
        enabled: Type.Boolean(),
        events: Events,
        financialAccountIds: AccountIds,
        type: OneOf(WEBHOOK_TYPES),
        omitSensitiveIdentifiers: Type.Boolean(),
      }),
    ),
    /** How many endpoints of each kind the caller's plan allows: a change of the type can move it to the other kind. */
    endpointLimits: Type.Optional(
      Type.Object({ people: Type.Integer({ minimum: 0 }), automation: Type.Integer({ minimum: 0 }) }),
    ),
  }),
  result: Type.Object({ endpoint: WebhookEndpointUpsertedV1.payload }),
});

export const DeleteWebhookEndpoint = defineCommand({
  service,
  name: 'delete-webhook-endpoint',
  description: 'Deletes an endpoint with its deliveries; what waits is not sent any more.',
  payload: Type.Object({ id: Id }),
  result: Type.Object({ deleted: WebhookEndpointDeletedV1.payload }),
});

export const RotateWebhookSecret = defineCommand({
  service,
  name: 'rotate-webhook-secret',
  description: 'Gives an endpoint a new signing secret; the old one signs beside it for 24 hours.',
  confidential: true,
  payload: Type.Object({ id: Id }),
  result: Type.Object({
    endpoint: WebhookEndpointUpsertedV1.payload,
    secret: Type.String(),
    previousSecretValidUntil: IsoTime,
  }),
});

/** A delivery as it is after the command. */
export const ChangedDelivery = Type.Object({ endpointId: Id, userId: Id, delivery: DeliveryState });
export type ChangedDelivery = Static<typeof ChangedDelivery>;

export const SendTestEvent = defineCommand({
  service,
  name: 'send-test-event',
  description: 'Sends an invented event to an endpoint, marked as a test.',
  payload: Type.Object({
    id: Id,
    /** Null: the first one that the endpoint subscribes to. */
    event: Nullable(OneOf(WEBHOOK_EVENTS)),
  }),
  result: ChangedDelivery,
});

export const RedeliverWebhook = defineCommand({
  service,
  name: 'redeliver-webhook',
  description: 'Sends a delivery again, under its own id, with all its attempts before it.',
  payload: Type.Object({ endpointId: Id, deliveryId: Id }),
  result: ChangedDelivery,
});

export const RecoverDeliveries = defineCommand({
  service,
  name: 'recover-deliveries',
  description: 'Sends again all deliveries of an endpoint since a time that failed or were discarded.',
  payload: Type.Object({ id: Id, since: IsoTime, until: Nullable(IsoTime) }),
  result: Type.Object({
    /** Their number; they are sent in the background, oldest first. */
    deliveries: Type.Integer({ minimum: 0 }),
  }),
});
