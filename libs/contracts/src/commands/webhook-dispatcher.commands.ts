import { Type } from '@sinclair/typebox';
import { defineCommand } from '../contract';
import { Id, Nullable, OneOf } from '../documents/scalars';
import { PAYLOAD_VERSIONS, WEBHOOK_EVENTS, WEBHOOK_TYPES } from '../documents/webhook.documents';
import { WebhookEndpointUpsertedV1 } from '../events/webhook-endpoint-upserted.v1';

export const CreateWebhookEndpoint = defineCommand({
  service: 'webhook-dispatcher',
  name: 'create-webhook-endpoint',
  description: 'Registers a webhook endpoint; its signing secret is in this answer only.',
  confidential: true,
  payload: Type.Object({
    url: Type.String({ maxLength: 512 }),
    description: Nullable(Type.String({ maxLength: 255 })),
    enabled: Type.Boolean(),
    events: Type.Array(OneOf(WEBHOOK_EVENTS), { minItems: 1 }),
    /** Null: all accounts that the caller may see. */
    financialAccountIds: Nullable(Type.Array(Id)),
    type: OneOf(WEBHOOK_TYPES),
    payloadVersion: OneOf(PAYLOAD_VERSIONS),
    omitSensitiveIdentifiers: Type.Boolean(),
    /** The registering token may not read account identifiers: payloads never carry them. */
    redactSensitive: Type.Boolean(),
    /** How many endpoints the caller's plan allows. */
    endpointLimit: Type.Integer({ minimum: 0 }),
  }),
  result: Type.Object({ endpoint: WebhookEndpointUpsertedV1.payload, secret: Type.String() }),
});
