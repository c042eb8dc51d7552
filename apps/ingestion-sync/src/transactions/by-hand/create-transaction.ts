import {
  Caller,
  CommandPayload,
  CreateTransaction,
  Problem,
  TransactionChanges,
  TransactionFields,
} from '@tributary/contracts';
import { parseDecimal, withMinorDigits } from '@tributary/money';
import { Tx } from '@tributary/persistence';
import { randomUUID } from 'node:crypto';
import { AccountRow } from '../../accounts/account-row';
import { lockOwnAccount } from '../../accounts/chosen-accounts';
import { dayOf, UnmappedDocument } from '../../mapping/mapped-fields';
import { changedEdits, withEdits } from '../edits';
import { mapped } from '../transaction-rows';
import { ChangedRow, publishChanges } from './publish-changes';

/**
 * Adds a transaction that no provider knows: syncs do not change it, and it is not part of a settlement. Its values
 * count as the user's edits, like later changes. @throws Problem
 */
export async function createTransaction(
  tx: Tx,
  caller: Caller,
  { financialAccountId, fields }: CommandPayload<typeof CreateTransaction>,
): Promise<TransactionChanges> {
  const account = await lockOwnAccount(tx, caller, financialAccountId);
  const map = account.config.map_fields;
  const provided = documentOf(fields, account);
  const { document: base, documentJson, contentHash } = mapped(provided, map);
  const { amount } = provided;
  const edits = changedEdits(null, { ...fields, amount });
  const document = withEdits(base, edits, map);
  const upserted = await tx.query<ChangedRow>(
    `insert into transactions (account_id, origin, identity_key, identity_rank, content_hash, booked, booking_date, day,
                               document, raw, provider_document, edits)
     values ($1, 'USER', $2, 3, $3, $4, $5, $6, $7, $8, $9, $10)
     returning id, version, created_at, updated_at, document`,
    [
      account.id,
      `u:${randomUUID()}`,
      contentHash,
      document.booked,
      document.booking_date,
      dayOf(document),
      JSON.stringify(document),
      JSON.stringify(fields),
      documentJson,
      JSON.stringify(edits),
    ],
  );
  return publishChanges(tx, account, { upserted });
}

/** What is left of it where the user releases all other fields: a transaction has an amount, a currency and a day. */
function documentOf(fields: TransactionFields, account: AccountRow): UnmappedDocument {
  const currency = fields.currency ?? account.profile.currency;
  if (fields.amount === undefined) throw required('amount');
  if (currency === null) throw required('currency');
  const { booking_date = null, value_date = null } = fields;
  if (booking_date === null && value_date === null) throw required('booking_date');
  return {
    amount: withMinorDigits(parseDecimal(fields.amount), currency),
    currency,
    booked: true,
    booking_date,
    booking_datetime: '',
    value_date,
    value_datetime: '',
  };
}

function required(field: string): Problem {
  return Problem.invalid({ [field]: [`The ${field} field is required.`] });
}
