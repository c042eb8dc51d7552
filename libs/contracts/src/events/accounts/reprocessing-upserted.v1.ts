import { Type } from '@sinclair/typebox';
import { defineEvent } from '../../contract';
import { ReprocessingDocument } from '../../documents/accounts/reprocessing.document';
import { SAMPLE_TIME } from '../../documents/samples';
import { Id, IsoTime, Version } from '../../scalars';

/** The progress of a reprocessing of stored rows. Key: reprocessing id. */
export const ReprocessingUpsertedV1 = defineEvent({
  topic: 'reprocessing.upserted',
  version: 1,
  description: 'A reprocessing of stored provider rows was requested, made progress, or ended.',
  producer: 'ingestion-sync',
  consumers: ['api-gateway'],
  keyedBy: 'id',
  payload: Type.Object({
    id: Id,
    version: Version,
    userId: Id,
    createdAt: IsoTime,
    updatedAt: IsoTime,
    document: ReprocessingDocument,
  }),
  sample: {
    id: 9,
    version: 3,
    userId: 1,
    createdAt: SAMPLE_TIME,
    updatedAt: SAMPLE_TIME,
    document: {
      status: 'RUNNING',
      financial_account_ids: [17],
      transactions_total: 1200,
      transactions_done: 500,
      transactions_changed: 12,
      transactions_unreadable: 1,
      error: null,
      finished_at: null,
    },
  },
});
