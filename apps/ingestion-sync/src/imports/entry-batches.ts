import { AccountConfig, FileEntryKind } from '@tributary/contracts';
import { isDecimal, parseDecimal, withMinorDigits } from '@tributary/money';
import { Queryable, textSequence, toTextSequence, Tx } from '@tributary/persistence';
import { ROOT_CONTEXT } from '@opentelemetry/api';
import { addDays } from '../providers/mapping/calendar';
import { ProviderTransaction } from '../providers/provider.port';
import { hasTransactions } from '../transactions/has-transactions';
import { AnswersRead } from '../transactions/saving/save-answers';
import { TransactionRow, toRowOfEach } from '../transactions/transaction-rows';
import { ListedIds, ListingSource } from '../transactions/matching/listings';
import { NO_CURRENCY } from './formats/statement';
import { FileEntry, ReadEntry } from './reading/file-reading';

/** The last day of an account whose entries are done. */
export interface EntryPosition {
  readonly account: number;
  readonly day: string;
}

export const BEGINNING: EntryPosition = { account: -1, day: '1900-01-01' };

/** Entries of one account on whole days. */
export interface EntryBatch {
  readonly account: number;
  readonly end: EntryPosition;
  readonly entries: readonly StagedEntry[];
}

export interface StagedEntry {
  readonly position: number;
  readonly kind: Exclude<FileEntryKind, 'left_out' | 'unreadable'>;
  readonly account: number;
  readonly day: string;
  readonly entry: FileEntry;
  /** Null also where the file uses the id for several entries. */
  readonly bank_id: string | null;
  /** Null also where it cannot be relied on. */
  readonly balance: string | null;
}

/** Stores entries that were read, and how many, unless another reading of the import has begun. @returns false then */
export async function stageEntries(
  database: Queryable,
  { importId, reading }: { readonly importId: number; readonly reading: number },
  first: number,
  entries: readonly ReadEntry[],
): Promise<boolean> {
  const columns = [
    entries.map((_, index) => first + index),
    entries.map(({ kind }) => kind),
    entries.map(({ account }) => account),
    entries.map(({ day }) => day),
    entries.map(({ line }) => line),
    entries.map(({ reason }) => reason),
    toTextSequence(entries.map(({ entry }) => entry ?? 'null')),
    entries.map(({ bankId }) => bankId),
    entries.map(({ balance }) => balance),
  ];
  const stored = await database.execute(
    `with own as (
       update file_imports set entries_done = $12 where id = $10 and reading = $11 returning id
     )
     insert into file_import_entries (import_id, position, kind, account, day, line, reason, entry, bank_id, balance)
     select own.id, position, kind, account, day, line, reason, nullif(entry, 'null')::json, bank_id, balance
       from own, unnest($1::integer[], $2::text[], $3::smallint[], $4::date[], $5::integer[], $6::text[],
                        ${textSequence(7)}, $8::text[], $9::text[])
                   as r(position, kind, account, day, line, reason, entry, bank_id, balance)`,
    [...columns, importId, reading, first + entries.length],
  );
  return stored === entries.length;
}

/** Rows of a batch; a day with more of them is read whole. */
const BATCH_ENTRIES = 1000;

/** The next whole days of one account; null at the end. Equal entries of one day are thus counted together. */
export async function nextBatch(tx: Tx, importId: number, after: EntryPosition): Promise<EntryBatch | null> {
  const rows = await inOrderOfIndex(tx, () =>
    tx.query<StagedEntry>(
      `${SELECT} and (account, day) > ($2::smallint, $3::date) order by account, day, position limit ${BATCH_ENTRIES + 1}`,
      [importId, after.account, after.day],
    ),
  );
  const [first] = rows;
  if (!first) return null;
  const own = rows.filter(({ account }) => account === first.account);
  const last = own.at(-1) ?? first;
  const isCut = own.length > BATCH_ENTRIES;
  const whole = isCut ? own.filter(({ day }) => day !== last.day) : own;
  const entries = whole.length > 0 ? whole : await readDay(tx, importId, first);
  const day = entries.at(-1)?.day ?? first.day;
  return { account: first.account, end: { account: first.account, day }, entries };
}

/**
 * Keeps the planner from sorting. Its statistics are older than the import, so it believes that there are a few entries,
 * and would read and sort all of them for each batch.
 */
async function inOrderOfIndex<Result>(tx: Tx, read: () => Promise<Result>): Promise<Result> {
  await tx.execute('set local enable_sort = off');
  const result = await read();
  await tx.execute('set local enable_sort = on');
  return result;
}

const SELECT = `
  select position, kind, account, day, entry, bank_id, balance from file_import_entries where import_id = $1 and kind in ('new', 'known', 'doubtful')`;

function readDay(tx: Tx, importId: number, { account, day }: StagedEntry): Promise<StagedEntry[]> {
  return tx.query<StagedEntry>(`${SELECT} and account = $2 and day = $3 order by position`, [
    importId,
    account,
    day,
  ]);
}

/** Writes what the entries of a batch are, where that has changed. @param kinds by position; the others are new */
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
    await tx.execute(
      'update file_import_entries set kind = $3 where import_id = $1 and position = any($2::integer[])',
      [importId, changed.map(({ position }) => position), kind],
    );
  }
}

/** Whether two entries of a batch have the same id of the bank. */
export function repeatsIds({ entries }: EntryBatch): boolean {
  const ids = entries.flatMap(({ bank_id }) => bank_id ?? []);
  return new Set(ids).size < ids.length;
}

/** What of an account decides how its entries are stored. */
export interface TargetAccount {
  readonly id: number;
  readonly userId: number;
  readonly config: AccountConfig;
  readonly currency: string | null;
  readonly hasTransactions: boolean;
}

/** The account that entries go to, locked against syncs; null if it was removed. */
export async function lockTarget(tx: Tx, id: number): Promise<TargetAccount | null> {
  const [account] = await tx.query<TargetAccount>(
    `select id, user_id as "userId", config, profile->>'currency' as currency,
            ${hasTransactions('a.id')} as "hasTransactions"
       from financial_accounts a where id = $1 for update`,
    [id],
  );
  return account ?? null;
}

/** The same for a preview, which writes nothing of the account. */
export async function readTarget(tx: Tx, id: number): Promise<TargetAccount | null> {
  const [account] = await tx.query<TargetAccount>(
    `select id, user_id as "userId", config, profile->>'currency' as currency,
            ${hasTransactions('a.id')} as "hasTransactions"
       from financial_accounts a where id = $1`,
    [id],
  );
  return account ?? null;
}

/** The rows of a batch, in its order; null for each that repeats another one by its id. */
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

/** As a sync has it, under the bank's id where that identifies the entry. */
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

/** The batch as an answer that lists its days, but may leave entries out: it removes nothing. */
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
