import { Static, Type } from '@sinclair/typebox';
import { defineCommand } from '../contract';
import { formerlyCamelCase } from '../former-names';
import { changeOf, creationOf } from '../resources/forms';
import { Id, IsoTime, Nullable, OneOf } from '../scalars';
import { PAYLOAD_VERSIONS, WEBHOOK_EVENTS, WebhookEndpointSettings } from '../documents/webhook.documents';
import { DeliveryState } from '../events/webhooks/webhook-delivered.v1';
import { WebhookEndpointDeletedV1 } from '../events/webhooks/webhook-endpoint-deleted.v1';
import { WebhookEndpointUpsertedV1 } from '../events/webhooks/webhook-endpoint-upserted.v1';

const service = 'webhook-dispatcher';

export const NewWebhookEndpoint = creationOf(WebhookEndpointSettings);

/** Changes of an endpoint. Absent members do not change. */
export const WebhookEndpointChange = Type.Omit(changeOf(WebhookEndpointSettings), ['payload_version']);

const EndpointLimit = Type.Integer({ minimum: 0 });

export const CreateWebhookEndpoint = defineCommand({
  service,
  name: 'create-webhook-endpoint',
  description: 'Registers a webhook endpoint; its signing secret is in this answer only.',
  confidential: true,
  payload: formerlyCamelCase(
    Type.Object({
      ...NewWebhookEndpoint.properties,
      payload_version: OneOf(PAYLOAD_VERSIONS),
      /** Number of endpoints of this kind (personal, or of automation platforms) that the caller's plan allows. */
      endpoint_limit: EndpointLimit,
    }),
  ),
  result: Type.Object({ endpoint: WebhookEndpointUpsertedV1.payload, secret: Type.String() }),
});

export const UpdateWebhookEndpoint = defineCommand({
  service,
  name: 'update-webhook-endpoint',
  description: 'Changes an endpoint; members that are left out keep their value.',
  payload: formerlyCamelCase(
    Type.Object({
      id: Id,
      changes: formerlyCamelCase(WebhookEndpointChange),
      /** Number of endpoints of each kind that the caller's plan allows: a change of the type can move it to the other kind. */
      endpoint_limits: Type.Optional(Type.Object({ people: EndpointLimit, automation: EndpointLimit })),
    }),
  ),
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
    /** Number of deliveries; they are sent in the background, oldest first. */
    deliveries: Type.Integer({ minimum: 0 }),
  }),
});
