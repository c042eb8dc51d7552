import { Type } from '@sinclair/typebox';
import { defineEvent } from '../../contract';
import { DriftCheckDocument, DriftDifference } from '../../documents/transfers/drift.documents';
import { SAMPLE_TIME } from '../../documents/samples';
import { Id, IsoTime, Version } from '../../scalars';

/**
 * A drift check was requested, made progress or ended. Its differences come in several messages, each with the check at
 * that time. Key: transfer link id.
 */
export const DriftCheckUpsertedV1 = defineEvent({
  topic: 'drift-check.upserted',
  version: 1,
  description:
    'What a destination holds is held against what was sent there: how far that is, and what differs.',
  producer: 'transfer-engine',
  consumers: ['api-gateway'],
  keyedBy: 'document.transfer_link_id',
  payload: Type.Object({
    id: Id,
    version: Version,
    userId: Id,
    createdAt: IsoTime,
    updatedAt: IsoTime,
    document: DriftCheckDocument,
    differences: Type.Array(DriftDifference, { maxItems: 500 }),
  }),
  sample: {
    id: 2,
    version: 3,
    userId: 1,
    createdAt: SAMPLE_TIME,
    updatedAt: SAMPLE_TIME,
    document: {
      transfer_link_id: 8,
      financial_account_id: 17,
      status: 'COMPLETED',
      checked: 120,
      differences: { missing: 0, deleted: 0, changed: 1, moved: 0, extra: 0 },
      error: null,
      finished_at: SAMPLE_TIME,
    },
    differences: [
      {
        place: 1,
        kind: 'CHANGED',
        transactionId: 1001,
        destinationTransactionId: '7c0e2a',
        fields: ['payee'],
        sent: { date: '2026-03-02', amount: '-12.40', cleared: true, payee: 'Kahvila', description: '' },
        held: { date: '2026-03-02', amount: '-12.40', cleared: true, payee: 'Coffee', description: '' },
      },
    ],
  },
});
