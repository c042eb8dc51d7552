import { Static, Type } from '@sinclair/typebox';
import { defineEvent } from '../../contract';
import { sampleTransaction, SAMPLE_TIME } from '../../documents/samples';
import { Id, IsoTime, Version } from '../../scalars';
import { TransactionDocument } from '../../documents/transactions/transaction.document';

export const RawTransaction = Type.Object({
  id: Id,
  version: Version,
  createdAt: IsoTime,
  updatedAt: IsoTime,
  document: TransactionDocument,
});
export type RawTransaction = Static<typeof RawTransaction>;

/** New and changed transactions of one account, as the provider reported them. Key: account id. */
export const TransactionUpsertedV1 = defineEvent({
  topic: 'transaction.upserted',
  version: 1,
  description: 'Raw transactions of one account were ingested or changed.',
  producer: 'ingestion-sync',
  consumers: ['rule-engine'],
  keyedBy: 'financialAccountId',
  itemsIn: 'transactions',
  payload: Type.Object({
    financialAccountId: Id,
    userId: Id,
    transactions: Type.Array(RawTransaction, { minItems: 1, maxItems: 500 }),
  }),
  sample: {
    financialAccountId: 17,
    userId: 1,
    transactions: [
      { id: 1001, version: 1, createdAt: SAMPLE_TIME, updatedAt: SAMPLE_TIME, document: sampleTransaction },
    ],
  },
});
