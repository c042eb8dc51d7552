import { AccountConfig } from '@tributary/contracts';
import { isDecimal, parseDecimal, withMinorDigits, addDays } from '@tributary/money';
import { Tx } from '@tributary/persistence';
import { ROOT_CONTEXT } from '@opentelemetry/api';
import { readTargetAccount, TargetAccount } from '../accounts/accounts.store';
import { ProviderTransaction } from '../providers/provider.port';
import { AnswersRead } from '../transactions/saving/save-answers';
import { TransactionRow, toRowOfEach } from '../transactions/transaction-rows';
import { ListedIds, ListingSource } from '../transactions/matching/listings';
import { NO_CURRENCY } from './formats/statement';
import { entriesOfDay, nextEntries, setKind, StagedEntry } from './import-files.store';
import { hasTransactions } from '../transactions/saved-transactions.store';

/** The last processed day of an account. */
export interface EntryPosition {
  readonly account: number;
  readonly day: string;
}

export const BEGINNING: EntryPosition = { account: -1, day: '1900-01-01' };

/** The entries of whole days of one account. */
export interface EntryBatch {
  readonly account: number;
  readonly end: EntryPosition;
  readonly entries: readonly StagedEntry[];
}

/** The target number of rows in a batch; a day with more rows is not divided. */
const BATCH_ENTRIES = 1000;

/**
 * Returns the next whole days of one account; null at the end. Whole days let equal entries of one day be counted
 * together.
 */
export async function nextBatch(tx: Tx, importId: number, after: EntryPosition): Promise<EntryBatch | null> {
  const rows = await nextEntries(tx, importId, after, BATCH_ENTRIES + 1);
  const [first] = rows;
  if (!first) return null;
  const own = rows.filter(({ account }) => account === first.account);
  const last = own.at(-1) ?? first;
  const isCut = own.length > BATCH_ENTRIES;
  const whole = isCut ? own.filter(({ day }) => day !== last.day) : own;
  const entries = whole.length > 0 ? whole : await entriesOfDay(tx, importId, first);
  const day = entries.at(-1)?.day ?? first.day;
  return { account: first.account, end: { account: first.account, day }, entries };
}

/**
 * Writes the kinds of a batch's entries that have changed.
 * @param kinds by position; the other entries are new
 */
export async function markKinds(
  tx: Tx,
  importId: number,
  { entries }: EntryBatch,
  kinds: ReadonlyMap<number, StagedEntry['kind']>,
): Promise<void> {
  for (const kind of ['new', 'known', 'doubtful'] as const) {
    const changed = entries.filter(
      (entry) => entry.kind !== kind && (kinds.get(entry.position) ?? 'new') === kind,
    );
    if (changed.length === 0) continue;
    await setKind(
      tx,
      importId,
      changed.map(({ position }) => position),
      kind,
    );
  }
}

/** Returns whether two entries of a batch have the same bank id. */
export function repeatsIds({ entries }: EntryBatch): boolean {
  const ids = entries.flatMap(({ bank_id }) => bank_id ?? []);
  return new Set(ids).size < ids.length;
}

/** Returns the target account, locked against syncs; null if it was removed. */
export function lockTarget(tx: Tx, id: number): Promise<TargetAccount | null> {
  return readTargetAccount(tx, id, hasTransactions('a.id'), 'for update');
}

/** Returns the target account for a preview, without a lock, because a preview does not write to it. */
export function readTarget(tx: Tx, id: number): Promise<TargetAccount | null> {
  return readTargetAccount(tx, id, hasTransactions('a.id'), '');
}

/** Returns the rows of a batch in order; null for an entry that repeats another one's id. */
export function rowsOf(
  { entries }: EntryBatch,
  config: AccountConfig,
  currency: string | null,
  ids: ListedIds,
): (TransactionRow | null)[] {
  return toRowOfEach(
    entries.map((entry) => toTransaction(entry, currency, ids)),
    config,
    entries.map(({ bank_id: bankId, balance }) => ({ bankId, balance })),
  );
}

/** Returns the transaction of an entry in the form of a sync, under the bank's id if that identifies the entry. */
function toTransaction(
  { entry: { bankId, document: read }, bank_id: ownId }: StagedEntry,
  accountCurrency: string | null,
  ids: ListedIds,
): ProviderTransaction {
  const provided = read as ProviderTransaction['document'];
  const currency = provided.currency === NO_CURRENCY ? (accountCurrency ?? NO_CURRENCY) : provided.currency;
  const amount = isDecimal(provided.amount)
    ? withMinorDigits(parseDecimal(provided.amount), currency)
    : provided.amount;
  const document = { ...provided, amount, currency };
  return {
    booked: true,
    document,
    strongId: null,
    weakId: ids === 'identities' ? ownId : null,
    pendingStrongId: null,
    rawJson: JSON.stringify({ bankId, ...document }),
  };
}

/** Returns the batch as a bank's page that lists its days but may lack entries, so that it removes no rows. */
export function answerOf(
  batch: EntryBatch,
  target: TargetAccount,
  rows: readonly TransactionRow[],
  file: ListingSource,
): AnswersRead {
  const from = addDays(batch.entries[0]?.day ?? batch.end.day, -1);
  const to = addDays(batch.end.day, 1);
  return {
    account: target,
    trace: ROOT_CONTEXT,
    hasTransactions: target.hasTransactions,
    rows,
    coverage: [{ from, to, includesPending: false, complete: false, isBackfill: true }],
    removals: [],
    reportsChanges: false,
    source: 'FILE',
    file,
  };
}
