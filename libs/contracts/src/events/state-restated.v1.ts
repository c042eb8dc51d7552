import { Type } from '@sinclair/typebox';
import { defineEvent, ServiceName } from '../contract';
import { SAMPLE_TIME } from '../documents/samples';
import { Id, IsoTime, Nullable } from '../scalars';
import { InstitutionUpsertedV1 } from './institution-upserted.v1';

const count = Type.Integer({ minimum: 0 });

/** An event as it would be told now, though nothing happened. */
const Told = Type.Object({
  topic: Type.String(),
  version: Type.Integer({ minimum: 1 }),
  /** When what it tells was last changed. */
  occurredAt: IsoTime,
  /** Fits the contract of that topic and version. */
  payload: Type.Unknown(),
});

/** One message of an owner's restatement. */
const Restated = Type.Object({
  rebuildId: Id,
  /** The key of what is told, so that it keeps its order; the rebuild's id in the last message. */
  key: Id,
  /** Counted from 1: the last one tells by it how many there are. */
  message: Type.Integer({ minimum: 1 }),
  /** Null in the last message: that was all. */
  told: Nullable(Told),
  /** How far the owner is, to be shown: told with this message and before, and about as many there are. */
  rows: Type.Object({ told: count, total: count }),
});

/**
 * What owners tell again goes on topics apart from those on which things happen, so that nobody but the query model
 * hears of it: no webhook and no transfer comes of it, and it never stands before live messages.
 */
function restatedBy(producer: ServiceName) {
  return defineEvent({
    topic: `${producer}.restated`,
    version: 1,
    description: `${producer} tells its present state again, for a query model that is built anew.`,
    producer,
    consumers: ['api-gateway'],
    keyedBy: 'key',
    payload: Restated,
    sample: {
      rebuildId: 1772431800000,
      key: 2,
      message: 1,
      told: {
        topic: InstitutionUpsertedV1.topic,
        version: InstitutionUpsertedV1.version,
        occurredAt: SAMPLE_TIME,
        payload: InstitutionUpsertedV1.sample,
      },
      rows: { told: 1, total: 20 },
    },
    furtherSamples: [
      { rebuildId: 1772431800000, key: 1772431800000, message: 2, told: null, rows: { told: 20, total: 20 } },
    ],
  });
}

export const IngestionSyncRestatedV1 = restatedBy('ingestion-sync');
export const RuleEngineRestatedV1 = restatedBy('rule-engine');
export const TransferEngineRestatedV1 = restatedBy('transfer-engine');
export const WebhookDispatcherRestatedV1 = restatedBy('webhook-dispatcher');

/** Who has state to tell again, and on which topic. */
export const RESTATED = {
  'ingestion-sync': IngestionSyncRestatedV1,
  'rule-engine': RuleEngineRestatedV1,
  'transfer-engine': TransferEngineRestatedV1,
  'webhook-dispatcher': WebhookDispatcherRestatedV1,
} as const;
export type RestatingService = keyof typeof RESTATED;
