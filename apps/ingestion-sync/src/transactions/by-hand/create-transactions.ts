import { Caller, CommandPayload, CreateTransactions, Problem, TransactionFields } from '@tributary/contracts';
import { parseDecimal, withMinorDigits } from '@tributary/money';
import { Tx } from '@tributary/persistence';
import { randomUUID } from 'node:crypto';
import { AccountRow } from '../../accounts/account-row';
import { lockOwnAccounts } from '../../accounts/chosen-accounts';
import { dayOf, UnmappedDocument } from '../../providers/mapping/mapped-fields';
import { changedEdits, withEdits } from '../edits/edits';
import { checkSetBytes } from '../edits/set-bytes';
import { mapped } from '../transaction-rows';
import { decidedOr, ItemResults } from './each-item';
import { ChangedRow, publishChangesOfAccounts } from './publish-changes';

/**
 * Adds transactions that no provider knows: syncs do not change them, and they are not part of a settlement. Their values
 * count as the user's edits, like later changes. A refused item does not affect the others.
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
  const inserted = new Map((await insertMade(tx, made)).map((row) => [row.identity_key, row]));
  const rowOf = (one: MadeRow): InsertedRow => {
    const row = inserted.get(one.identity_key);
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
type MadeRow = ReturnType<typeof madeByHand>;

interface InsertedRow extends ChangedRow {
  readonly identity_key: string;
}

/** @throws Problem */
function madeByHand(account: AccountRow | undefined, fields: TransactionFields) {
  if (!account) throw Problem.notFound();
  const map = account.config.map_fields;
  const provided = documentOf(fields, account);
  const { document: base, contentHash } = mapped(provided, map);
  const edits = changedEdits(null, { ...fields, amount: provided.amount });
  checkSetBytes({ edits, provided: base, map });
  const document = withEdits(base, edits, map);
  return {
    account,
    identity_key: `u:${randomUUID()}`,
    content_hash: contentHash,
    booked: document.booked,
    booking_date: document.booking_date,
    day: dayOf(document),
    document,
    raw: fields,
    provider_document: base,
    edits,
  };
}

/** In the order given, in one statement. */
async function insertMade(tx: Tx, made: readonly MadeRow[]): Promise<InsertedRow[]> {
  if (made.length === 0) return [];
  const records = made.map(({ account, ...row }, position) => ({ ...row, account_id: account.id, position }));
  return tx.query<InsertedRow>(
    `insert into transactions (account_id, origin, identity_key, identity_rank, content_hash, booked, booking_date, day,
                               document, raw, provider_document, edits)
     select account_id, 'USER', identity_key, 3, content_hash, booked, booking_date, day, document, raw,
            provider_document, edits
       from jsonb_to_recordset($1::jsonb) as r(position integer, account_id bigint, identity_key text,
            content_hash text, booked boolean, booking_date date, day date, document jsonb, raw jsonb,
            provider_document jsonb, edits jsonb)
      order by position
     returning id, version, created_at, updated_at, document, identity_key`,
    [JSON.stringify(records)],
  );
}

/** What is left of it where the user releases all other fields: a transaction has an amount, a currency and a day. */
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
