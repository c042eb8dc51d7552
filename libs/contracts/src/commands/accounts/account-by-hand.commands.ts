import { Type } from '@sinclair/typebox';
import { defineCommand } from '../../contract';
import { ACCOUNT_CATEGORIES } from '../../documents/accounts/finance.documents';
import { AccountUpsertedV1 } from '../../events/accounts/account-upserted.v1';
import { BalanceSnapshottedV1 } from '../../events/accounts/balance-snapshotted.v1';
import { Amount, Currency, Id, IsoDate, Nullable, OneOf } from '../../scalars';

export const CreateAccount = defineCommand({
  service: 'ingestion-sync',
  name: 'create-account',
  description: 'Adds an account by hand: cash, or an account at a bank that no provider offers.',
  payload: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 255 }),
    currency: Currency,
    category: OneOf(ACCOUNT_CATEGORIES),
    /** Code of ISO 20022, such as CASH, CARD or SVGS. */
    cashAccountType: Nullable(Type.String({ maxLength: 4 })),
  }),
  result: AccountUpsertedV1.payload,
});

export const RecordBalance = defineCommand({
  service: 'ingestion-sync',
  name: 'record-balance',
  description:
    'Records the balance of an account by hand at the end of a day; a second one for a day replaces the first.',
  payload: Type.Object({ financialAccountId: Id, referenceDate: IsoDate, amount: Amount }),
  result: Type.Object({
    account: AccountUpsertedV1.payload,
    /** Snapshot with the entry of that day alone. */
    snapshot: BalanceSnapshottedV1.payload,
  }),
});
