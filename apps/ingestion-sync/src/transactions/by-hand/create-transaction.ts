import {
  Caller,
  CommandPayload,
  CreateTransaction,
  Problem,
  TransactionChanges,
  TransactionDocument,
  TransactionFields,
} from '@tributary/contracts';
import { parseDecimal, withMinorDigits } from '@tributary/money';
import { Tx } from '@tributary/persistence';
import { randomUUID } from 'node:crypto';
import { AccountRow } from '../../accounts/account-row';
import { lockOwnAccount } from '../../accounts/chosen-accounts';
import { withEdits } from '../edits';
import { mapped } from '../transaction-rows';
import { ChangedRow, publishChanges } from './publish-changes';

/** Adds a transaction that no provider knows: no sync touches it, and it settles nothing. @throws Problem */
export async function createTransaction(
  tx: Tx,
  caller: Caller,
  { financialAccountId, fields }: CommandPayload<typeof CreateTransaction>,
): Promise<TransactionChanges> {
  const account = await lockOwnAccount(tx, caller, financialAccountId);
  const { document, documentJson, contentHash, day } = mapped(
    documentOf(fields, account),
    account.config.map_fields,
  );
  const upserted = await tx.query<ChangedRow>(
    `insert into transactions (account_id, origin, identity_key, identity_rank, content_hash, booked, booking_date, day,
                               document, raw)
     values ($1, 'USER', $2, 3, $3, $4, $5, $6, $7, $8)
     returning id, version, created_at, updated_at, document`,
    [
      account.id,
      `u:${randomUUID()}`,
      contentHash,
      document.booked,
      document.booking_date,
      day,
      documentJson,
      JSON.stringify(fields),
    ],
  );
  return publishChanges(tx, account, { upserted });
}

function documentOf(fields: TransactionFields, account: AccountRow): TransactionDocument {
  const currency = fields.currency ?? account.profile.currency;
  if (fields.amount === undefined) throw required('amount');
  if (currency === null) throw required('currency');
  if (fields.booking_date === undefined && fields.value_date === undefined) throw required('booking_date');
  const empty: TransactionDocument = {
    amount: withMinorDigits(parseDecimal(fields.amount), currency),
    currency,
    booked: true,
    mapped_fields: { date: null },
    booking_date: null,
    booking_datetime: '',
    value_date: null,
    value_datetime: '',
  };
  const { amount: _amount, currency: _currency, ...rest } = fields;
  return withEdits(empty, rest, account.config.map_fields);
}

function required(field: string): Problem {
  return Problem.invalid({ [field]: [`The ${field} field is required.`] });
}
