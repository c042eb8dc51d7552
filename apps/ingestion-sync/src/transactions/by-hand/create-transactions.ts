import {
  Caller,
  CommandPayload,
  CreateTransactions,
  decidedOr,
  Problem,
  TransactionFields,
} from '@tributary/contracts';
import { parseDecimal, withMinorDigits } from '@tributary/money';
import { Tx } from '@tributary/persistence';
import { randomUUID } from 'node:crypto';
import { AccountRow } from '../../accounts/account-row';
import { lockOwnAccounts } from '../../accounts/chosen-accounts';
import { dayOf, UnmappedDocument } from '../../providers/mapping/mapped-fields';
import { changedEdits, withEdits } from '../edits/edits';
import { checkSetBytes } from '../edits/set-bytes';
import { mapped } from '../transaction-rows';
import { ItemResults } from './each-item';
import { publishChangesOfAccounts } from './publish-changes';
import { ChangedRow, insertByHand, NewByHand } from '../transactions.store';

/**
 * Adds transactions by hand. No provider reports them, so syncs do not change them and no settlement uses them. Their
 * values count as the user's edits, like later changes. A refused item does not affect the others.
 */
export async function createTransactions(
  tx: Tx,
  caller: Caller,
  items: CommandPayload<typeof CreateTransactions>['items'],
): Promise<ItemResults> {
  const ids = items.map(({ financialAccountId }) => financialAccountId);
  const accounts = await lockOwnAccounts(tx, caller, ids);
  const decided = items.map(({ financialAccountId, fields }) =>
    decidedOr(() => madeByHand(accounts.get(financialAccountId), fields)),
  );
  const made = decided.flatMap((one) => (one instanceof Problem ? [] : [one]));
  const rows = made.map(({ row }) => row);
  const inserted = rows.length === 0 ? [] : await insertByHand(tx, rows);
  const byKey = new Map(inserted.map((row) => [row.identity_key, row]));
  const rowOf = (one: MadeRow): ChangedRow => {
    const row = byKey.get(one.row.identity_key);
    if (!row) throw new Error('a transaction was not added');
    return row;
  };
  const changes = made.map((one) => ({ account: one.account, upserted: [rowOf(one)] }));
  return {
    outcomes: decided.map((one) => (one instanceof Problem ? one : rowOf(one).id)),
    changes: await publishChangesOfAccounts(tx, changes),
  };
}

/** A row before it has an id. */
interface MadeRow {
  readonly account: AccountRow;
  readonly row: NewByHand;
}

/** @throws Problem */
function madeByHand(account: AccountRow | undefined, fields: TransactionFields): MadeRow {
  if (!account) throw Problem.notFound();
  const map = account.config.map_fields;
  const provided = documentOf(fields, account);
  const { document: base, contentHash } = mapped(provided, map);
  const edits = changedEdits(null, { ...fields, amount: provided.amount });
  checkSetBytes({ edits, provided: base, map });
  const document = withEdits(base, edits, map);
  return {
    account,
    row: {
      account_id: account.id,
      identity_key: `u:${randomUUID()}`,
      content_hash: contentHash,
      booked: document.booked,
      booking_date: document.booking_date,
      day: dayOf(document),
      document,
      raw: fields,
      provider_document: base,
      edits,
    },
  };
}

/**
 * Builds the document that remains if the user releases all other fields: a transaction needs an amount, a currency and
 * a day. @throws Problem
 */
function documentOf(fields: TransactionFields, account: AccountRow): UnmappedDocument {
  const currency = fields.currency ?? account.profile.currency;
  if (fields.amount === undefined) throw required('amount');
  if (currency === null) throw required('currency');
  const { booking_date = null, value_date = null } = fields;
  if (booking_date === null && value_date === null) {
    throw Problem.invalid({ booking_date: ['Send a booking_date or a value_date.'] });
  }
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
