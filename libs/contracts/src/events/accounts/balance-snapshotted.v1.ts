import { Type } from '@sinclair/typebox';
import { defineEvent } from '../../contract';
import { BalanceDocument } from '../../documents/accounts/finance.documents';
import { SAMPLE_TIME } from '../../documents/samples';
import { Amount, Currency, Id, IsoTime, Nullable, Version } from '../../scalars';

/**
 * The balances of one account at one sync, or one that was recorded by hand or from a file. `cleared` and `available` are the two numbers a user looks at,
 * picked from the list by the provider's balance types. Key: account id.
 */
export const BalanceSnapshottedV1 = defineEvent({
  topic: 'balance.snapshotted',
  version: 1,
  description:
    'The balances of an account were read from its provider or a file, recorded by hand, or removed.',
  producer: 'ingestion-sync',
  consumers: ['api-gateway', 'transfer-engine', 'webhook-dispatcher'],
  keyedBy: 'financialAccountId',
  payload: Type.Object({
    financialAccountId: Id,
    userId: Id,
    /** Rises with each snapshot of the account. */
    version: Version,
    /** False if this snapshot repeats the previous amounts. */
    changed: Type.Boolean(),
    snapshotAt: IsoTime,
    currency: Nullable(Currency),
    cleared: Nullable(Amount),
    available: Nullable(Amount),
    balances: Type.Array(
      Type.Object({ id: Id, createdAt: IsoTime, updatedAt: IsoTime, document: BalanceDocument }),
    ),
    /** Balances that are not recorded any more: the import that recorded them was undone. Absent: none. */
    removed: Type.Optional(Type.Array(Id)),
  }),
  sample: {
    financialAccountId: 17,
    userId: 1,
    version: 1,
    changed: true,
    snapshotAt: SAMPLE_TIME,
    currency: 'EUR',
    cleared: '1204.10',
    available: null,
    balances: [
      {
        id: 55,
        createdAt: SAMPLE_TIME,
        updatedAt: SAMPLE_TIME,
        document: {
          amount: '1204.10',
          currency: 'EUR',
          type: 'interimBooked',
          category: null,
          reference_date: '2026-03-02',
          credit_limit_included: null,
          last_committed_transaction_entry_ref: null,
          integrator_last_changed_at: null,
        },
      },
    ],
  },
});
