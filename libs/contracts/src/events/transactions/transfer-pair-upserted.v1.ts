import { Type } from '@sinclair/typebox';
import { defineEvent } from '../../contract';
import { SAMPLE_TIME } from '../../documents/samples';
import { TransferPairDocument } from '../../documents/transactions/transfer-pair.document';
import { Id, IsoTime, Version } from '../../scalars';

/** Two transactions that move money between a user's own accounts, or may. Key: pair id. */
export const TransferPairUpsertedV1 = defineEvent({
  topic: 'transfer-pair.upserted',
  version: 1,
  description: 'A transfer between a user’s own accounts was proposed, confirmed, rejected, or ended.',
  producer: 'ingestion-sync',
  consumers: ['api-gateway'],
  keyedBy: 'id',
  payload: Type.Object({
    id: Id,
    version: Version,
    userId: Id,
    createdAt: IsoTime,
    updatedAt: IsoTime,
    document: TransferPairDocument,
  }),
  sample: {
    id: 44,
    version: 1,
    userId: 1,
    createdAt: SAMPLE_TIME,
    updatedAt: SAMPLE_TIME,
    document: {
      status: 'PROPOSED',
      origin: 'MATCHED',
      amount: '250.00',
      currency: 'EUR',
      days: 1,
      outgoing: { transaction_id: 1001, financial_account_id: 17, date: '2026-03-01' },
      incoming: { transaction_id: 1002, financial_account_id: 18, date: '2026-03-02' },
    },
  },
  furtherSamples: [
    {
      id: 45,
      version: 1,
      userId: 1,
      createdAt: SAMPLE_TIME,
      updatedAt: SAMPLE_TIME,
      document: {
        status: 'PROPOSED',
        origin: 'MATCHED',
        amount: '270.11',
        currency: 'USD',
        days: 1,
        exchange: {
          outgoing_amount: '-250.00',
          outgoing_currency: 'EUR',
          basis: 'DAY_RATE',
          difference_percent: '-0.31',
          doubtful: false,
        },
        outgoing: { transaction_id: 1001, financial_account_id: 17, date: '2026-03-01' },
        incoming: { transaction_id: 1003, financial_account_id: 19, date: '2026-03-02' },
      },
    },
  ],
});
