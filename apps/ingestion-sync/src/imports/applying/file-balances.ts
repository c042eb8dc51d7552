import { Context } from '@opentelemetry/api';
import { BalanceDocument, BalanceSnapshottedV1, addAll } from '@tributary/contracts';
import { event, OutgoingEvent } from '@tributary/messaging';
import { parseDecimal, withMinorDigits, addDays, utcDay } from '@tributary/money';
import { Tx } from '@tributary/persistence';
import { accountUpserted, AccountRow } from '../../accounts/account-row';
import { lockOwnAmong } from '../../accounts/accounts.store';
import { CLOSING_BOOKED } from '../../accounts/balances/pick-balances';
import {
  deleteFileBalance,
  updateFileBalance,
  upsertFileBalance,
} from '../../accounts/balances/balances.store';
import { BalanceChange, showBalances } from '../../accounts/balances/show-balances';
import { ImportRow, otherClosings, StoredFileAccount } from '../imports.store';

/** A closing balance of a file, with its account. */
interface Closing {
  readonly account: AccountRow;
  readonly document: BalanceDocument;
}

/**
 * Records the closing balances of a file for its accounts. A balance that a sync or the user recorded for the same day
 * stays. Locks the accounts.
 * @returns the events
 */
export async function recordFileBalances(tx: Tx, row: ImportRow, trace: Context): Promise<OutgoingEvent[]> {
  const events: OutgoingEvent[] = [];
  for (const { account, document } of await closingsOf(tx, row)) {
    const saved = await upsertFileBalance(tx, account.id, document);
    addAll(events, await published(tx, account, { saved, removed: [] }, trace));
  }
  return events;
}

/**
 * Removes the balances that an import recorded. If another applied import states a balance for the same day, that one
 * replaces it. Locks the accounts.
 * @returns the events
 */
export async function removeFileBalances(tx: Tx, row: ImportRow, trace: Context): Promise<OutgoingEvent[]> {
  const events: OutgoingEvent[] = [];
  for (const { account, document } of await closingsOf(tx, row)) {
    const heir = await statedElsewhere(tx, row, account, document);
    const change = heir
      ? { saved: await updateFileBalance(tx, account.id, heir), removed: [] }
      : { saved: [], removed: await deleteFileBalance(tx, account.id, document) };
    addAll(events, await published(tx, account, change, trace));
  }
  return events;
}

/** Publishes nothing if the day has a balance from another source. */
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
  const ids = stated.flatMap(({ financial_account_id: id }) => id ?? []);
  const rows = await lockOwnAmong(tx, ids, userId);
  return rows.flatMap((account) =>
    stated
      .filter(({ financial_account_id: id }) => id === account.id)
      .flatMap((one) => {
        const document = closingOf(one, account.profile.currency);
        return document ? [{ account, document }] : [];
      }),
  );
}

/** Returns null if the balance has another currency than the account, or a day in the future of all time zones. */
function closingOf(
  { balances, currency: ofFile }: StoredFileAccount,
  ofAccount: string | null,
): BalanceDocument | null {
  if (!balances || balances.closing === null || balances.closing_date === null) return null;
  const currency = balances.currency ?? ofFile ?? ofAccount;
  if (currency === null || (ofAccount !== null && currency !== ofAccount)) return null;
  if (balances.closing_date > addDays(utcDay(Date.now()), 1)) return null;
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
  row: ImportRow,
  account: AccountRow,
  { reference_date: day, currency }: BalanceDocument,
): Promise<BalanceDocument | null> {
  const stated = await otherClosings(tx, row, account.id, day);
  const documents = stated.flatMap((one) => closingOf(one, account.profile.currency) ?? []);
  return documents.find((document) => document.currency === currency) ?? null;
}
