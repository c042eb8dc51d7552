import { Type } from '@sinclair/typebox';
import { defineEvent } from '../../contract';
import { SAMPLE_TIME, sampleHealth } from '../../documents/samples';
import { Id, IsoTime, Version } from '../../scalars';
import { WebhookEndpointDocument } from '../../documents/webhook.documents';

/** A webhook endpoint was made, changed or deleted; never with its secret. Key: endpoint id. */
export const WebhookEndpointUpsertedV1 = defineEvent({
  topic: 'webhook-endpoint.upserted',
  version: 1,
  description: 'A webhook endpoint was made, changed or deleted.',
  producer: 'webhook-dispatcher',
  consumers: ['api-gateway'],
  keyedBy: 'id',
  payload: Type.Object({
    id: Id,
    version: Version,
    userId: Id,
    deleted: Type.Boolean(),
    createdAt: IsoTime,
    updatedAt: IsoTime,
    document: WebhookEndpointDocument,
  }),
  sample: {
    id: 21,
    version: 1,
    userId: 1,
    deleted: false,
    createdAt: SAMPLE_TIME,
    updatedAt: SAMPLE_TIME,
    document: {
      url: 'https://client.example/hooks',
      description: null,
      enabled: true,
      type: 'WEBHOOK',
      omit_sensitive_identifiers: false,
      events: ['transactions.created', 'transactions.updated'],
      payload_version: 'v2',
      financial_account_ids: null,
      health: { ...sampleHealth, status: 'UNKNOWN', last_attempt_at: null },
    },
  },
});
