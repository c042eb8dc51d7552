import { Type } from '@sinclair/typebox';
import { defineEvent } from '../../contract';
import { DestinationType } from '../../destinations/destinations';
import { DestinationResource } from '../../documents/transfers/destination.documents';
import { SAMPLE_DESTINATIONS } from '../../documents/transfers/destination.samples';
import { Id } from '../../scalars';

const { BUDGETA: sample, ...furtherSamples } = SAMPLE_DESTINATIONS;

/**
 * A destination connection and the resources below it (budgets, their accounts) were read or changed. Large
 * connections come in several messages. Key: connection id.
 */
export const DestinationUpsertedV1 = defineEvent({
  topic: 'destination.upserted',
  version: 1,
  description: 'A destination connection or resources below it were read or changed.',
  producer: 'transfer-engine',
  consumers: ['api-gateway'],
  keyedBy: 'connectionId',
  itemsIn: 'resources',
  payload: Type.Object({
    userId: Id,
    connectionId: Id,
    destinationType: DestinationType,
    resources: Type.Array(DestinationResource, { minItems: 1, maxItems: 500 }),
  }),
  sample,
  furtherSamples: Object.values(furtherSamples),
});
