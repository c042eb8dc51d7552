import { Context } from '@opentelemetry/api';
import { BalanceDocument, BalanceSnapshottedV1, addAll } from '@tributary/contracts';
import { event, OutgoingEvent } from '@tributary/messaging';
import { parseDecimal, withMinorDigits } from '@tributary/money';
import { Tx } from '@tributary/persistence';
import { accountUpserted, AccountRow } from '../../accounts/account-row';
import { CLOSING_BOOKED } from '../../accounts/balances/pick-balances';
import { BalanceChange, SavedBalance, showBalances } from '../../accounts/balances/show-balances';
import { addDays, dayOf } from '../../providers/mapping/calendar';
import { ImportRow, StoredFileAccount } from '../stored-imports';

/** A closing balance of a file, and the account that it is of. */
interface Closing {
  readonly account: AccountRow;
  readonly document: BalanceDocument;
}

/**
 * Records the closing balances of a file as those of its accounts. What a sync or the user recorded for the same day stays.
 * Locks the accounts. @returns the events
 */
export async function recordFileBalances(tx: Tx, row: ImportRow, trace: Context): Promise<OutgoingEvent[]> {
  const events: OutgoingEvent[] = [];
  for (const { account, document } of await closingsOf(tx, row)) {
    const saved = await tx.query<SavedBalance>(
      `insert into balances as b (account_id, type, currency, reference_day, document, from_file)
       values ($1, $2, $3, $4, $5, true)
       on conflict (account_id, type, currency, reference_day) do update
          set document = excluded.document,
              updated_at = case when b.document = excluded.document then b.updated_at else now() end
        where b.from_file
       returning id, created_at, updated_at, document`,
      [account.id, document.type, document.currency, document.reference_date, JSON.stringify(document)],
    );
    addAll(events, await published(tx, account, { saved, removed: [] }, trace));
  }
  return events;
}

/**
 * Removes what an import recorded; where another import that is not undone states the same day, its balance takes over.
 * Locks the accounts. @returns the events
 */
export async function removeFileBalances(tx: Tx, row: ImportRow, trace: Context): Promise<OutgoingEvent[]> {
  const events: OutgoingEvent[] = [];
  for (const { account, document } of await closingsOf(tx, row)) {
    const heir = await statedElsewhere(tx, row, account, document);
    const change = heir ? await replace(tx, account.id, heir) : await remove(tx, account.id, document);
    addAll(events, await published(tx, account, change, trace));
  }
  return events;
}

const KEY = 'account_id = $1 and type = $2 and currency = $3 and reference_day = $4 and from_file';
const keyOf = (accountId: number, { type, currency, reference_date: day }: BalanceDocument) => [
  accountId,
  type,
  currency,
  day,
];

async function replace(tx: Tx, accountId: number, document: BalanceDocument): Promise<BalanceChange> {
  const saved = await tx.query<SavedBalance>(
    `update balances set document = $5, updated_at = now() where ${KEY}
     returning id, created_at, updated_at, document`,
    [...keyOf(accountId, document), JSON.stringify(document)],
  );
  return { saved, removed: [] };
}

async function remove(tx: Tx, accountId: number, document: BalanceDocument): Promise<BalanceChange> {
  const removed = await tx.query<SavedBalance>(
    `delete from balances where ${KEY} returning id, created_at, updated_at, document`,
    keyOf(accountId, document),
  );
  return { saved: [], removed };
}

/** Nothing is published where another source's balance of the day stays. */
async function published(
  tx: Tx,
  account: AccountRow,
  change: BalanceChange,
  trace: Context,
): Promise<OutgoingEvent[]> {
  if (change.saved.length === 0 && change.removed.length === 0) return [];
  const { row, snapshot } = await showBalances(tx, account, change);
  return [accountUpserted(row, trace), event(BalanceSnapshottedV1, row.id, snapshot, trace)];
}

async function closingsOf(tx: Tx, { user_id: userId, accounts }: ImportRow): Promise<Closing[]> {
  const stated = accounts.filter(({ balances }) => balances?.closing);
  const rows = await tx.query<AccountRow>(
    'select * from financial_accounts where id = any($1::bigint[]) and user_id = $2 order by id for update',
    [stated.flatMap(({ financial_account_id: id }) => id ?? []), userId],
  );
  return rows.flatMap((account) =>
    stated
      .filter(({ financial_account_id: id }) => id === account.id)
      .flatMap((one) => {
        const document = closingOf(one, account.profile.currency);
        return document ? [{ account, document }] : [];
      }),
  );
}

/** Null where it is in another currency than the account, or of a day that has not begun anywhere. */
function closingOf(
  { balances, currency: ofFile }: StoredFileAccount,
  ofAccount: string | null,
): BalanceDocument | null {
  if (!balances || balances.closing === null || balances.closing_date === null) return null;
  const currency = balances.currency ?? ofFile ?? ofAccount;
  if (currency === null || (ofAccount !== null && currency !== ofAccount)) return null;
  if (balances.closing_date > addDays(dayOf(Date.now()), 1)) return null;
  return {
    amount: withMinorDigits(parseDecimal(balances.closing), currency),
    currency,
    type: CLOSING_BOOKED,
    category: null,
    reference_date: balances.closing_date,
    last_committed_transaction_entry_ref: null,
    integrator_last_changed_at: null,
  };
}

async function statedElsewhere(
  tx: Tx,
  { id, user_id: userId }: ImportRow,
  account: AccountRow,
  { reference_date: day, currency }: BalanceDocument,
): Promise<BalanceDocument | null> {
  const rows = await tx.query<{ stated: StoredFileAccount }>(
    `select a.account as stated from file_imports i, jsonb_array_elements(i.accounts) as a(account)
      where i.user_id = $1 and i.id <> $2 and i.status = 'APPLIED'
        and (a.account->>'financial_account_id')::bigint = $3 and a.account->'balances'->>'closing_date' = $4
      order by i.applied_at desc, i.id desc`,
    [userId, id, account.id, day],
  );
  const documents = rows.flatMap(({ stated }) => closingOf(stated, account.profile.currency) ?? []);
  return documents.find((document) => document.currency === currency) ?? null;
}
