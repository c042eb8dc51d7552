import { Type } from '@sinclair/typebox';
import { defineEvent } from '../../contract';
import { SAMPLE_TIME, sampleHolding } from '../../documents/samples';
import { Id, IsoTime, Version } from '../../scalars';
import { HoldingDocument } from '../../documents/transactions/trade.document';

/**
 * All positions of an investment account at one sync: the account no longer has positions that are not listed. An
 * account with many positions takes several messages of one `version`, `part` 1 to `parts`, in order. Key: account id.
 */
export const HoldingsSnapshottedV1 = defineEvent({
  topic: 'holdings.snapshotted',
  version: 1,
  description: 'The holdings of an investment account were read from its provider.',
  producer: 'ingestion-sync',
  consumers: ['api-gateway', 'webhook-dispatcher'],
  keyedBy: 'financialAccountId',
  payload: Type.Object({
    financialAccountId: Id,
    userId: Id,
    /** Rises with each snapshot of the account. */
    version: Version,
    /** False if this snapshot repeats the previous one. */
    changed: Type.Boolean(),
    snapshotAt: IsoTime,
    part: Type.Integer({ minimum: 1 }),
    parts: Type.Integer({ minimum: 1 }),
    holdings: Type.Array(
      Type.Object({ id: Id, createdAt: IsoTime, updatedAt: IsoTime, document: HoldingDocument }),
    ),
  }),
  sample: {
    financialAccountId: 18,
    userId: 1,
    version: 1,
    changed: true,
    snapshotAt: SAMPLE_TIME,
    part: 1,
    parts: 1,
    holdings: [{ id: 7, createdAt: SAMPLE_TIME, updatedAt: SAMPLE_TIME, document: sampleHolding }],
  },
});
