import { Type } from '@sinclair/typebox';
import { defineEvent } from '../../contract';
import { SAMPLE_TIME } from '../../documents/samples';
import { Id, IsoTime, OneOf } from '../../scalars';

/**
 * The gateway rebuilds its query model: each owner replays its current state on a separate topic. A later request
 * replaces an earlier one. Key: rebuild id, the milliseconds at which it was requested.
 */
export const RestatementRequestedV1 = defineEvent({
  topic: 'restatement.requested',
  version: 1,
  description:
    'The owners are to publish their present state again, for a query model that is rebuilt, or to stop.',
  producer: 'api-gateway',
  consumers: ['ingestion-sync', 'rule-engine', 'transfer-engine', 'webhook-dispatcher'],
  keyedBy: 'rebuildId',
  payload: Type.Object({
    rebuildId: Id,
    state: OneOf(['WANTED', 'CANCELLED'] as const),
    requestedAt: IsoTime,
  }),
  sample: { rebuildId: 1772431800000, state: 'WANTED', requestedAt: SAMPLE_TIME },
});
