import { Type } from '@sinclair/typebox';
import { defineEvent } from '../../contract';
import { Id, Version } from '../../scalars';

/** Transactions of one account that no longer exist; their version stays as a tombstone. Key: account id. */
export const TransactionRemovedV1 = defineEvent({
  topic: 'transaction.removed',
  version: 1,
  description: 'Raw transactions of one account were removed.',
  producer: 'ingestion-sync',
  consumers: ['rule-engine'],
  keyedBy: 'financialAccountId',
  itemsIn: 'transactions',
  payload: Type.Object({
    financialAccountId: Id,
    userId: Id,
    transactions: Type.Array(
      Type.Object({
        id: Id,
        version: Version,
        /** The transaction that it was merged into: what people set on it besides edits goes there. */
        mergedInto: Type.Optional(Id),
      }),
      { minItems: 1, maxItems: 500 },
    ),
  }),
  sample: { financialAccountId: 17, userId: 1, transactions: [{ id: 1001, version: 2 }] },
});
