import { appendToOutbox, OutgoingEvent } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { utcDay } from '@tributary/money';
import { accountUpserted } from '../../accounts/account-row';
import { BalanceSnapshot, saveBalances } from '../../accounts/balances/save-balances';
import { HoldingsSnapshot } from '../../accounts/holdings/holdings-snapshot';
import { saveHoldings } from '../../accounts/holdings/save-holdings';
import { keepStoredDays } from '../../transactions/saving/keep-stored-days';
import { AnswersRead, saveAndReport } from '../../transactions/saving/save-answers';
import { saveUnreadRows } from '../../transactions/unread/unread-rows';
import { AccountWrite } from '../account-write';
import { deleteHeldWindows, upsertHeldWindows } from '../held-windows.store';
import { ReconcilableAccount, reconcileAccounts } from './reconcile-accounts';
import { SavedAccount } from '../due/due-accounts.store';
import { saveAccounts, WriteOptions } from './save-accounts';

/**
 * Saves the readings of many accounts, at most one write for each, in one transaction: progress, transactions,
 * balances, holdings, and their events. The number of statements does not depend on the number of accounts.
 * @returns the ids of the saved accounts; another instance has claimed the others
 */
export async function saveWrites(
  tx: Tx,
  box: SecretBox,
  writes: readonly AccountWrite[],
  options: WriteOptions,
): Promise<Set<number>> {
  const at = new Date().toISOString();
  const saved = await saveAccounts(tx, writes, { ...options, snapshotAt: at });
  const owned = writes.filter(({ account }) => saved.has(account.id));
  const today = utcDay(options.now);
  const { amountTolerance } = options;
  const read = await withStoredDays(tx, answers(owned, saved), saved);
  const transactions = await saveAndReport(tx, read, { today, amountTolerance });
  for (const [id, uncompared] of transactions.uncompared) {
    const row = saved.get(id);
    if (row) saved.set(id, { ...row, uncompared });
  }
  for (const [id, unread_rows] of await saveUnreadRows(tx, box, owned, today)) {
    const row = saved.get(id);
    if (row) saved.set(id, { ...row, unread_rows });
  }
  await saveHeldWindows(tx, owned);
  const balanceEvents = await saveBalances(tx, snapshots(owned, saved), at);
  const reconciled = await reconcileAccounts(tx, reconcilables(owned, saved), at);
  for (const [id, reconciliation] of reconciled) {
    const row = saved.get(id);
    if (row) saved.set(id, { ...row, reconciliation });
  }
  const holdingsEvents = await saveHoldings(tx, holdingsSnapshots(owned, saved), at);
  await appendToOutbox(tx, [
    ...accountEvents(owned, saved),
    ...transactions.events,
    ...balanceEvents,
    ...holdingsEvents,
  ]);
  return new Set(saved.keys());
}

function answers(writes: readonly AccountWrite[], saved: ReadonlyMap<number, SavedAccount>): AnswersRead[] {
  return writes.map((write) => ({
    ...write,
    hasTransactions: saved.get(write.account.id)?.has_transactions ?? true,
  }));
}

/** Keeps the stored days of transactions if the account's time zone was changed after the account was found. */
async function withStoredDays(
  tx: Tx,
  reads: readonly AnswersRead[],
  saved: ReadonlyMap<number, SavedAccount>,
): Promise<AnswersRead[]> {
  const wasChanged = ({ account: { id } }: AnswersRead) => saved.get(id)?.time_zone_changed === true;
  const kept = await keepStoredDays(tx, reads.filter(wasChanged));
  return [...reads.filter((read) => !wasChanged(read)), ...kept];
}

function accountEvents(
  writes: readonly AccountWrite[],
  saved: ReadonlyMap<number, SavedAccount>,
): OutgoingEvent[] {
  return writes.flatMap(({ account, trace, isPublished }) => {
    const row = saved.get(account.id);
    return isPublished && row ? [accountUpserted(row, trace)] : [];
  });
}

function snapshots(
  writes: readonly AccountWrite[],
  saved: ReadonlyMap<number, SavedAccount>,
): BalanceSnapshot[] {
  return writes.flatMap(({ account, balances, trace }) => {
    const row = saved.get(account.id);
    if (!balances || !row) return [];
    return {
      accountId: account.id,
      userId: account.userId,
      currency: row.profile.currency,
      version: row.balance_version,
      changed: row.old_digest !== row.balance_digest,
      balances,
      trace,
    };
  });
}

function reconcilables(
  writes: readonly AccountWrite[],
  saved: ReadonlyMap<number, SavedAccount>,
): ReconcilableAccount[] {
  return writes.flatMap(({ account: { id }, finish }) => {
    const row = saved.get(id);
    if (!finish?.reconcilable || !row) return [];
    return { id, currency: row.profile.currency, last: row.reconciliation, ...finish.reconcilable };
  });
}

function holdingsSnapshots(
  writes: readonly AccountWrite[],
  saved: ReadonlyMap<number, SavedAccount>,
): HoldingsSnapshot[] {
  return writes.flatMap(({ account, holdings, trace }) => {
    const row = saved.get(account.id);
    if (!holdings?.holdings || !row) return [];
    return {
      accountId: account.id,
      userId: account.userId,
      version: row.holdings_version,
      changed: row.old_holdings_digest !== row.holdings_digest,
      holdings: holdings.holdings,
      trace,
    };
  });
}

/** Stores windows with unreadable rows for another request, and deletes the windows that need none. */
async function saveHeldWindows(tx: Tx, writes: readonly AccountWrite[]): Promise<void> {
  const released = writes.flatMap(({ account, released }) =>
    released.map(({ from, to }) => ({ account_id: account.id, date_from: from, date_to: to })),
  );
  const held = writes.flatMap(({ account, held }) =>
    held.map(({ from, to, attempts }) => ({
      account_id: account.id,
      date_from: from,
      date_to: to,
      attempts,
    })),
  );
  await deleteHeldWindows(tx, released);
  await upsertHeldWindows(tx, held);
}
