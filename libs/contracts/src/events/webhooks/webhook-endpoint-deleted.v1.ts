import { Type } from '@sinclair/typebox';
import { defineEvent } from '../../contract';
import { Id, Version } from '../../scalars';

/** A webhook endpoint was deleted, with its deliveries; consumers store a tombstone. Key: endpoint id. */
export const WebhookEndpointDeletedV1 = defineEvent({
  topic: 'webhook-endpoint.deleted',
  version: 1,
  description: 'A webhook endpoint was deleted, by its owner or because it has no listener any more.',
  producer: 'webhook-dispatcher',
  consumers: ['api-gateway'],
  keyedBy: 'id',
  payload: Type.Object({ id: Id, version: Version, userId: Id }),
  sample: { id: 21, version: 4, userId: 1 },
});
