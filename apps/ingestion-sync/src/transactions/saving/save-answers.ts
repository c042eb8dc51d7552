import { Context } from '@opentelemetry/api';
import { AccountConfig, groupBy } from '@tributary/contracts';
import { OutgoingEvent } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { addDays } from '@tributary/money';
import { UncomparedEntries } from '../../accounts/balances/uncompared-entries';
import { endPairs } from '../transfer-pairs/end-pairs';
import { markPublished } from '../transfer-pairs/mark-published';
import { requestSearches } from '../transfer-pairs/request-searches';
import { StoredKey } from '../identity';
import { assignKeys } from './assign-keys';
import { additionsOf, knownTo } from './additions';
import { AnswerDecision, decideAnswer, Entry, SettlementMade } from './decide-answer';
import { joinRows } from './join-rows';
import { followSplits } from '../follow-splits';
import { findListed, ListedRow, loadSettlements, loadStored, StoredWanted } from './load-stored';
import { loadSources } from './load-sources';
import { AccountAnswer, AnswerCoverage } from '../matching/answer';
import { ListingSource } from '../matching/listings';
import { Pair } from '../matching/pairing';
import { settlementEvents } from '../settlement/settlement-events';
import { evidenceOf, settlementRules } from '../matching/evidence/settlement-evidence';
import { closeDuplicateReviews, reopenDuplicateReviews } from '../settlement/under-review';
import { keepMergedRows } from '../reviews/withdrawn-entries';
import { StoredSettlement } from '../stored-settlement';
import { StoredTransaction } from '../stored-transaction';
import { removalEvents, transactionEvents, writtenRow, WrittenTransaction } from '../transaction-events';
import { TransactionRow } from '../transaction-rows';
import { release } from '../reviews.store';
import { bookedSide, pendingSide } from '../settlement/settlement-document';
import {
  insertSettlements,
  markNoLongerListed,
  NewSettlement,
  PendingSide,
  SettlementRow,
  supersedeReviews,
} from '../settlement/settlements.store';
import {
  changeTransactions,
  InsertedTransaction,
  insertTransactions,
  noteUncompared,
} from './write-transactions';
import { leaveKeys, RemovedTransaction, removeTransactions, RowSource } from '../saved-transactions.store';

/** The rows, coverage and removals that were read for one account. */
export interface AnswersRead {
  readonly account: { readonly id: number; readonly userId: number; readonly config: AccountConfig };
  readonly trace: Context;
  /** Whether transactions of the account are stored. If not, the look-up is skipped. */
  readonly hasTransactions: boolean;
  readonly rows: readonly TransactionRow[];
  readonly coverage: readonly AnswerCoverage[];
  /** Keys of transactions that the provider removed. */
  readonly removals: readonly string[];
  /** True if the provider reports changes instead of listing all entries. */
  readonly reportsChanges: boolean;
  /** The source of the rows; the provider by default. Rows of a file only add to the stored ones. */
  readonly source?: RowSource;
  /** The file that contains the rows. */
  readonly file?: ListingSource;
}

export interface AnswerOptions {
  /** The current day in UTC. */
  readonly today: string;
  /** Maximum difference between a booked amount and its pending one, as a fraction of the pending amount. */
  readonly amountTolerance: number;
}

/** The transactions that one reading added, and the stored transactions that it lists. */
export interface AnswersSaved {
  readonly read: AnswersRead;
  readonly added: readonly SavedRow[];
  /** Rows of a file that were already stored. */
  readonly known: readonly SavedRow[];
}

/** A read row and its transaction. */
export interface SavedRow {
  readonly id: number;
  readonly row: TransactionRow;
}

/** The rows that were read of an account, with the decision on them. */
interface DecidedOn<Read> {
  readonly read: Read;
  /** Rows of a file that were already stored. */
  readonly known: readonly SavedRow[];
  readonly decision: AnswerDecision;
  readonly keys: ReadonlyMap<TransactionRow, StoredKey>;
  readonly inTheWay: readonly number[];
}

type Decided = DecidedOn<AnswersRead>;

export interface SavedAnswers {
  readonly events: OutgoingEvent[];
  readonly saved: readonly AnswersSaved[];
  /** Counts by account; most accounts have none. */
  readonly uncompared: ReadonlyMap<number, UncomparedEntries>;
}

/** Saves like `saveAndReport`. @returns only the events */
export async function saveAnswers(
  tx: Tx,
  reads: readonly AnswersRead[],
  options: AnswerOptions,
): Promise<OutgoingEvent[]> {
  return (await saveAndReport(tx, reads, options)).events;
}

/**
 * Matches the readings of many accounts with the stored rows, and writes new, changed, settled and removed ones. The
 * number of statements does not depend on the number of accounts and rows. The accounts must be locked.
 * @returns the events, and the rows that each reading added
 */
export async function saveAndReport(
  tx: Tx,
  reads: readonly AnswersRead[],
  options: AnswerOptions,
): Promise<SavedAnswers> {
  const decided = await decide(tx, reads, options);
  await leaveKeys(
    tx,
    decided.flatMap(({ inTheWay }) => inTheWay),
  );
  const inserted = await insertTransactions(tx, decided.flatMap(insertionsOf));
  const settlements = await saveSettlements(tx, decided, inserted, options);
  const changed = await changeTransactions(tx, decided.flatMap(changesOf));
  const { removed, kept } = await saveRemovals(tx, decided);
  const parts = await followSplits(tx, decided.flatMap(splitsOf));
  const gone = [...removed, ...parts.removed];
  const ended = await endPairs(
    tx,
    gone.map(({ id }) => id),
  );
  const followed = parts.written.map(writtenRow);
  const reviewed = await closeDuplicateReviews(tx, gone);
  const revived = decided.flatMap(revivedOf);
  const reopened = await reopenDuplicateReviews(tx, revived);
  const released = [
    ...reviewed.released,
    ...(await release(
      tx,
      revived.map(({ id }) => id),
    )),
  ];
  const written = [
    ...inserted,
    ...(await markPublished(tx, [...changed, ...kept, ...followed, ...released.map(writtenRow)])),
  ];
  await requestSearches(tx, written);
  const events = [
    ...eventsOf(reads, {
      written,
      removed: gone,
      settlements: [...settlements, ...reviewed.settlements, ...reopened],
    }),
    ...ended,
  ];
  const uncompared = await noteUncompared(tx, uncomparedOf(decided), new Date().toISOString());
  return { events, saved: decided.map((one) => reportOf(one, inserted)), uncompared };
}

function uncomparedOf(decided: readonly Decided[]): Map<number, number> {
  const some = decided.filter(({ decision }) => decision.uncompared > 0);
  return new Map(some.map(({ read, decision }) => [read.account.id, decision.uncompared]));
}

/** Removed transactions that the bank lists again. */
function revivedOf({ read, decision }: Decided) {
  return decision.updates
    .filter(({ stored }) => stored.state !== 'LIVE')
    .map(({ stored }) => ({ id: stored.id, accountId: read.account.id }));
}

function reportOf(
  { read, decision, known }: Decided,
  inserted: readonly InsertedTransaction[],
): AnswersSaved {
  const rows = new Set(decision.inserts);
  const revived = decision.updates.flatMap(({ row, stored }) =>
    stored.state === 'LIVE' ? [] : { id: stored.id, row },
  );
  return { read, added: [...inserted.filter(({ row }) => rows.has(row)), ...revived], known };
}

/** The result of importing a row that is not stored yet. */
export type AdditionKind = 'new' | 'doubtful';

/**
 * Decides which rows of a file would be added, without writing anything.
 * @returns new rows, rows that the bank had removed and that would be restored, and rows that may already be stored
 */
export async function previewAnswers(
  tx: Tx,
  read: AnswersRead,
  options: AnswerOptions,
): Promise<ReadonlyMap<TransactionRow, AdditionKind>> {
  const [decided] = await decide(tx, [read], options);
  if (!decided) return new Map();
  const { inserts, updates, doubtful } = decided.decision;
  return new Map<TransactionRow, AdditionKind>([
    ...[...inserts, ...updates.map(({ row }) => row)].map((row) => [row, 'new'] as const),
    ...doubtful.map(({ row }) => [row, 'doubtful'] as const),
  ]);
}

async function decide(tx: Tx, reads: readonly AnswersRead[], options: AnswerOptions): Promise<Decided[]> {
  const joined = reads.map((read) => ({
    read,
    accountId: read.account.id,
    source: read.source,
    rows: joinRows(read.rows, read.account.config.fields_for_duplicate_filtering),
  }));
  const known = joined.filter(({ read }) => read.hasTransactions);
  // A row of a file that equals a stored row may still be another entry, so each is compared.
  const repeated = known.filter(({ read }) => !read.file);
  const listed = new Map((await findListed(tx, repeated)).map((found) => [found.row, found]));
  const wanted = known.flatMap(({ read, rows }) => wantedOf(read, rows, listed, options.today));
  const listedIds = [...listed.values()].map(({ transactionId }) => transactionId);
  const sources = await loadSources(
    tx,
    known.flatMap(({ read }) => (read.file ? read.account : [])),
  );
  const stored = await loadStored(tx, wanted, listedIds, sources);
  const pendingRead = known.filter(({ read, rows }) => readsPending(read, rows));
  const settlements = await loadSettlements(
    tx,
    pendingRead.map(({ accountId }) => accountId),
  );
  const decided: Decided[] = [];
  for (const { read, rows, accountId } of joined) {
    const beside = { stored: stored.get(accountId) ?? [], settlements: settlements.get(accountId) ?? [] };
    decided.push(await decideRead(read, rows, { listed, ...beside }, options));
  }
  return decided;
}

/** The stored data of an account that the decision needs. */
export interface StoredBeside {
  /** Rows that are already stored with the same key and content. */
  readonly listed: ReadonlyMap<TransactionRow, ListedRow>;
  readonly stored: readonly StoredTransaction[];
  readonly settlements: readonly StoredSettlement[];
}

/** Decides on the joined rows of one account's reading. Needs no database. */
export async function decideRead<Read extends ReadToDecide>(
  read: Read,
  rows: readonly TransactionRow[],
  { listed, stored, settlements }: StoredBeside,
  options: AnswerOptions,
): Promise<DecidedOn<Read>> {
  const { config } = read.account;
  const answer: AccountAnswer = {
    rows: rows.filter((row) => !listed.has(row)),
    ...listedOf(rows, listed),
    stored,
    settlements,
    coverage: read.coverage,
    withdrawn: new Set(read.removals),
    reportsChanges: read.reportsChanges,
    file: read.file ?? null,
    duplicateFields: config.fields_for_duplicate_filtering,
    rules: settlementRules(config, options.amountTolerance),
    today: options.today,
  };
  const whole = await decideAnswer(answer);
  const decision = read.file ? additionsOf(whole) : whole;
  const known = read.file ? knownTo(whole) : [];
  return { read, known, decision, ...assignKeys(decision, answer) };
}

type ReadToDecide = Pick<AnswersRead, 'account' | 'coverage' | 'removals' | 'reportsChanges' | 'file'>;

function listedOf(rows: readonly TransactionRow[], listed: ReadonlyMap<TransactionRow, ListedRow>) {
  const found = rows.flatMap((row) => listed.get(row) ?? []);
  return {
    listed: new Set(found.map(({ transactionId }) => transactionId)),
    listedKeys: new Set(found.map(({ row }) => row.identityKey)),
  };
}

function readsPending({ coverage }: AnswersRead, rows: readonly TransactionRow[]): boolean {
  return (
    coverage.some(({ includesPending }) => includesPending) || rows.some(({ document }) => !document.booked)
  );
}

/** Days beyond the settlement window in which removed pending entries are still loaded. */
const MARGIN_DAYS = 7;

/** Selects the stored rows that a decision needs; empty if nothing changed and no pending entry can have disappeared. */
function wantedOf(
  read: AnswersRead,
  rows: readonly TransactionRow[],
  listed: ReadonlyMap<TransactionRow, ListedRow>,
  today: string,
): StoredWanted[] {
  const left = rows.filter((row) => !listed.has(row));
  const isRegular = read.coverage.some(({ isBackfill }) => !isBackfill);
  if (left.length === 0 && !isRegular && read.removals.length === 0) return [];
  const maxDays = read.account.config.pending_settlement_max_days;
  const days = left.flatMap(({ day }) => day ?? []).sort();
  const [first = today] = days;
  const hasPending = left.some(({ document }) => !document.booked);
  return [
    {
      accountId: read.account.id,
      withListings: read.file !== undefined,
      days: days.length === 0 ? null : spanOf(first, days.at(-1) ?? first, read, hasPending ? maxDays : 0),
      withoutDay: left.some(({ day }) => day === null),
      withListed: hasPending,
      pendingFrom: addDays(first < today ? first : today, -(maxDays + MARGIN_DAYS)),
      keys: [
        ...left.flatMap((row) => (row.pendingKey ? [row.identityKey, row.pendingKey] : [row.identityKey])),
        ...read.removals,
      ],
    },
  ];
}

/**
 * The days of the remaining rows, widened by the days that a row may have moved. It exceeds the days that were read
 * only if a pending row may belong to a booked one there.
 */
function spanOf(first: string, last: string, { coverage, account }: AnswersRead, margin: number) {
  const days = account.config.pending_settlement_max_days;
  const from = coverage.map((window) => window.from).sort()[0] ?? first;
  const isOpen = coverage.some(({ to }) => to === null);
  const to =
    coverage
      .flatMap((window) => window.to ?? [])
      .sort()
      .at(-1) ?? last;
  const early = addDays(first, -days);
  const late = addDays(last, days);
  return {
    from: [addDays(first, -margin), first, early < from ? from : early].sort()[0] ?? first,
    to: [addDays(last, margin), last, !isOpen && late > to ? to : late].sort().at(-1) ?? last,
  };
}

function insertionsOf({ read, decision, keys }: Decided) {
  const { account, source = 'PROVIDER' } = read;
  const doubtful = new Set(decision.doubtful.map(({ row }) => row));
  return decision.inserts.map((row) => ({
    accountId: account.id,
    source,
    row,
    key: keyOf(keys, row),
    underReview: doubtful.has(row),
  }));
}

function changesOf({ read, decision, keys }: Decided) {
  return decision.updates.map(({ row, stored }) => ({
    accountId: read.account.id,
    source: read.source ?? 'PROVIDER',
    row,
    stored,
    key: keyOf(keys, row),
    underReview: stored.underReview,
    map: read.account.config.map_fields,
  }));
}

/** Removes withdrawn and unlisted transactions. A row into which another was merged stays and shows the other entry. */
async function saveRemovals(tx: Tx, decided: readonly Decided[]) {
  const keptRows = await keepMergedRows(tx, decided.flatMap(withdrawalsOf));
  const hiddenIds = new Map(keptRows.map(({ row, hiddenId }) => [row.id, hiddenId]));
  const removals = decided.flatMap(removalsOf).map(({ id, ...rest }) => ({
    id: hiddenIds.get(id) ?? id,
    isHidden: hiddenIds.has(id) || rest.isHidden,
    state: rest.state,
  }));
  const removed = await removeTransactions(tx, removals);
  const shown = new Set(removals.flatMap(({ id, isHidden }) => (isHidden ? [] : id)));
  return {
    removed: removed.filter(({ id }) => shown.has(id)),
    kept: keptRows.map(({ accountId, row }) => writtenRow({ ...row, account_id: accountId })),
  };
}

function withdrawalsOf({ read: { account }, decision }: Decided) {
  return decision.withdrawn
    .filter(({ state }) => state === 'LIVE')
    .map((stored) => ({ accountId: account.id, stored, map: account.config.map_fields }));
}

/** The split transactions that changed or were removed. */
function splitsOf({ decision }: Decided): number[] {
  const { updates, unlisted, withdrawn } = decision;
  const touched = [...updates.map(({ stored }) => stored), ...unlisted, ...withdrawn];
  return touched.flatMap(({ id, split }) => (split === null ? [] : id));
}

function removalsOf({ decision }: Decided) {
  return [
    ...decision.unlisted.map(({ id }) => ({ id, isHidden: false, state: 'UNLISTED' as const })),
    ...decision.withdrawn.map(({ id, mergedInto }) => ({
      id,
      isHidden: mergedInto !== null,
      state: 'WITHDRAWN' as const,
    })),
  ];
}

function keyOf(keys: ReadonlyMap<TransactionRow, StoredKey>, row: TransactionRow): StoredKey {
  const key = keys.get(row);
  if (!key) throw new Error('a row is written without a key');
  return key;
}

async function saveSettlements(
  tx: Tx,
  decided: readonly Decided[],
  inserted: readonly InsertedTransaction[],
  options: AnswerOptions,
): Promise<SettlementRow[]> {
  await markNoLongerListed(
    tx,
    decided.flatMap(({ decision }) => decision.noLongerListed),
  );
  const settledIds = decided.flatMap(({ decision }) =>
    decision.settlements.flatMap(({ pending }) => ('stored' in pending ? pending.stored.id : [])),
  );
  const superseded = await supersedeReviews(tx, settledIds);
  const ids = new Map(inserted.map(({ row, id }) => [row, id]));
  const made = await insertSettlements(
    tx,
    decided.flatMap((one) => [
      ...one.decision.settlements.map((made) => toSettlement(one, made, 'MERGED', ids)),
      ...one.decision.reviews.map((made) => toSettlement(one, made, 'OPEN', ids)),
      ...one.decision.doubtful.map((pair) => toDuplicateReview(one, pair, ids, options)),
    ]),
  );
  return [...superseded, ...made];
}

function toSettlement(
  { read, keys }: Decided,
  { pending, booked, pendingListed, evidence }: SettlementMade,
  status: NewSettlement['status'],
  inserted: ReadonlyMap<TransactionRow, number>,
): NewSettlement {
  return {
    accountId: read.account.id,
    status,
    pendingTransactionId: idOf(pending, inserted),
    bookedTransactionId: idOf(booked, inserted),
    pending: 'stored' in pending ? storedSide(pending.stored) : pendingSide(pending.row),
    booked:
      'stored' in booked
        ? bookedSide(booked.stored.identityKey, booked.stored.document)
        : bookedSide(keyOf(keys, booked.row).key, booked.row.document),
    pendingListed,
    evidence,
    origin: 'MATCHED',
    fileImportId: null,
  };
}

/** Makes a review of a new row that may be the stored one; the new row is under review. */
function toDuplicateReview(
  { read, keys }: Decided,
  { row, stored }: Pair,
  inserted: ReadonlyMap<TransactionRow, number>,
  { amountTolerance, today }: AnswerOptions,
): NewSettlement {
  const pair = {
    pending: row.document,
    pendingDay: row.day ?? today,
    listing: 'unknown' as const,
    booked: stored.document,
    linked: false,
  };
  return {
    accountId: read.account.id,
    status: 'OPEN',
    pendingTransactionId: inserted.get(row) ?? null,
    bookedTransactionId: stored.id,
    pending: { ...pendingSide(row), ...keyOf(keys, row) },
    booked: bookedSide(stored.identityKey, stored.document),
    pendingListed: true,
    evidence: evidenceOf(pair, settlementRules(read.account.config, amountTolerance)),
    origin: 'MATCHED_DUPLICATE',
    fileImportId: read.file?.importId ?? null,
  };
}

function idOf(entry: Entry, inserted: ReadonlyMap<TransactionRow, number>): number | null {
  return 'stored' in entry ? entry.stored.id : (inserted.get(entry.row) ?? null);
}

function storedSide(stored: StoredTransaction): PendingSide {
  return {
    key: stored.identityKey,
    rank: stored.identityRank,
    hash: stored.contentHash,
    day: stored.day,
    document: stored.document,
    rawJson: null,
  };
}

interface Outcome {
  readonly written: readonly WrittenTransaction[];
  readonly removed: readonly RemovedTransaction[];
  readonly settlements: readonly SettlementRow[];
}

function eventsOf(
  reads: readonly AnswersRead[],
  { written, removed, settlements }: Outcome,
): OutgoingEvent[] {
  const writtenOf = groupBy(written, ({ accountId }) => accountId);
  const removedOf = groupBy(removed, ({ accountId }) => accountId);
  const settlementsOf = groupBy(settlements, (row) => row.account_id);
  return reads.flatMap(({ account, trace }) => [
    ...transactionEvents(account, writtenOf.get(account.id) ?? [], trace),
    ...removalEvents(account, removedOf.get(account.id) ?? [], trace),
    ...settlementEvents(account, settlementsOf.get(account.id) ?? [], trace),
  ]);
}
