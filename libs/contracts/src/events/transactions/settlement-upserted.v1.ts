import { Static, Type } from '@sinclair/typebox';
import { defineEvent } from '../../contract';
import { SAMPLE_TIME } from '../../documents/samples';
import { Id, IsoTime, Version } from '../../scalars';
import { SettlementDocument } from '../../documents/transactions/settlement.documents';

export const Settlement = Type.Object({
  id: Id,
  version: Version,
  createdAt: IsoTime,
  updatedAt: IsoTime,
  document: SettlementDocument,
});
export type Settlement = Static<typeof Settlement>;

/**
 * Settlements of an account: pending and booked entries that were merged, with the reason, or that wait for the user's
 * decision. Key: account id.
 */
export const SettlementUpsertedV1 = defineEvent({
  topic: 'settlement.upserted',
  version: 1,
  description: 'A pending and a booked entry were merged, separated, or put on the review list.',
  producer: 'ingestion-sync',
  consumers: ['api-gateway'],
  keyedBy: 'financialAccountId',
  itemsIn: 'settlements',
  payload: Type.Object({
    financialAccountId: Id,
    userId: Id,
    settlements: Type.Array(Settlement, { minItems: 1, maxItems: 500 }),
  }),
  sample: {
    financialAccountId: 17,
    userId: 1,
    settlements: [
      {
        id: 31,
        version: 1,
        createdAt: SAMPLE_TIME,
        updatedAt: SAMPLE_TIME,
        document: {
          status: 'MERGED',
          transaction_id: 1001,
          currency: 'EUR',
          pending: {
            transaction_id: 1001,
            identity_key: 'pt:2026-03-01-hold',
            amount: '-12.40',
            date: '2026-03-01',
            name: 'KAHVILA HELSINKI',
          },
          booked: {
            transaction_id: null,
            identity_key: 'i:c0ffee55',
            amount: '-12.40',
            date: '2026-03-02',
            name: 'Kahvila Oy',
          },
          evidence: {
            amount: 'exact',
            amount_difference: '0.00',
            name: 'similar',
            days: 1,
            same_day: false,
            same_institution_id: false,
            linked_by_provider: false,
            pending_listed: false,
          },
          origin: 'MATCHED',
        },
      },
    ],
  },
});
