import { Type } from '@sinclair/typebox';
import { defineEvent, ServiceName } from '../../contract';
import { SAMPLE_TIME } from '../../documents/samples';
import { Id, IsoTime, Nullable } from '../../scalars';
import { InstitutionUpsertedV1 } from '../accounts/institution-upserted.v1';

const count = Type.Integer({ minimum: 0 });

/** An event that describes the current state, though nothing changed. */
const ReplayedEvent = Type.Object({
  topic: Type.String(),
  version: Type.Integer({ minimum: 1 }),
  /** Time of the last change of the replayed state. */
  occurredAt: IsoTime,
  /** Payload by the contract of that topic and version. */
  payload: Type.Unknown(),
});

/** A message of an owner's replay. */
const Replayed = Type.Object({
  rebuildId: Id,
  /** The key of the replayed event, which preserves the order per key; the rebuild's id in the last message. */
  key: Id,
  /** Number of the message, from 1, so that the last one gives the total. */
  message: Type.Integer({ minimum: 1 }),
  /** Null in the last message. */
  told: Nullable(ReplayedEvent),
  /**
   * The owner's progress, for operators: the number of replayed rows up to this message, and about how many there are.
   */
  rows: Type.Object({ told: count, total: count }),
});

/**
 * Replays have topics of their own, which only the query model consumes: they cause no webhook and no transfer, and
 * never delay live messages. The topics' names (`restated`) are published and stay; the code calls it replay.
 */
function replayedBy(producer: ServiceName) {
  return defineEvent({
    topic: `${producer}.restated`,
    version: 1,
    description: `${producer} publishes its present state again, for a query model that is rebuilt.`,
    producer,
    consumers: ['api-gateway'],
    keyedBy: 'key',
    payload: Replayed,
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

export const IngestionSyncRestatedV1 = replayedBy('ingestion-sync');
export const RuleEngineRestatedV1 = replayedBy('rule-engine');
export const TransferEngineRestatedV1 = replayedBy('transfer-engine');
export const WebhookDispatcherRestatedV1 = replayedBy('webhook-dispatcher');

/** The services that replay their state, with the event of each. */
export const REPLAYED = {
  'ingestion-sync': IngestionSyncRestatedV1,
  'rule-engine': RuleEngineRestatedV1,
  'transfer-engine': TransferEngineRestatedV1,
  'webhook-dispatcher': WebhookDispatcherRestatedV1,
} as const;
export type ReplayingService = keyof typeof REPLAYED;
