import { Tx } from '@tributary/persistence';
import { readInForce } from '../settlement/settlements.store';
import { StoredSettlement } from '../stored-settlement';
import { AccountSources, listedBy } from './load-sources';
import { StoredTransaction } from '../stored-transaction';
import { TransactionRow } from '../transaction-rows';
import { findListedRows, readStored, RowSource, StoredRow, WantedRecord } from '../saved-transactions.store';

/** The read rows of one account. */
export interface AccountRows {
  readonly accountId: number;
  readonly rows: readonly TransactionRow[];
  /** The source of the rows; the provider by default. */
  readonly source?: RowSource | undefined;
}

/** A row that is already stored with the same key and content. */
export interface ListedRow {
  readonly row: TransactionRow;
  readonly transactionId: number;
}

/**
 * Finds rows that are stored with the same key and content and not removed. This recognizes most repeated rows without
 * loading them. A row that came from a file and that the bank now sends is not included, so that it is written again as
 * the bank's.
 */
export async function findListed(tx: Tx, accounts: readonly AccountRows[]): Promise<ListedRow[]> {
  const all = accounts.flatMap(({ accountId, source, rows }) =>
    rows.map((row) => ({ accountId, row, isFile: source === 'FILE' })),
  );
  if (all.length === 0) return [];
  const { positions, ids } = await findListedRows(tx, all);
  return positions.flatMap((position, index) => {
    const listed = all[position - 1];
    const transactionId = ids[index];
    return listed && transactionId !== undefined ? [{ row: listed.row, transactionId }] : [];
  });
}

/** Selects the stored transactions of an account that matter for the remaining rows. */
export interface StoredWanted {
  readonly accountId: number;
  /** Also loads the sources that list each transaction. */
  readonly withListings: boolean;
  /** Days of the remaining rows; null if none has a day. */
  readonly days: { readonly from: string; readonly to: string } | null;
  /** True if some row has no day. */
  readonly withoutDay: boolean;
  /** Also loads the transactions that were read unchanged, because a pending row may belong to one of them. */
  readonly withListed: boolean;
  /** Removed pending entries count from this day on. */
  readonly pendingFrom: string;
  readonly keys: readonly string[];
}

/** Loads the stored transactions that the rows may be, by account. */
export async function loadStored(
  tx: Tx,
  wanted: readonly StoredWanted[],
  listed: readonly number[],
  sources: ReadonlyMap<number, AccountSources>,
): Promise<Map<number, StoredTransaction[]>> {
  if (wanted.length === 0) return new Map();
  const keys = wanted.flatMap(({ accountId, keys }) => keys.map((key) => ({ accountId, key })));
  const rows = await readStored(tx, wanted.map(toRecord), listed, keys);
  return byAccount(rows, (row) => toStored(row, sources.get(row.account_id)));
}

/** Loads the settlements in force of accounts whose pending entries were read. */
export async function loadSettlements(
  tx: Tx,
  accountIds: readonly number[],
): Promise<Map<number, StoredSettlement[]>> {
  if (accountIds.length === 0) return new Map();
  const rows = await readInForce(tx, accountIds);
  return byAccount(rows, (row) => ({
    id: row.id,
    status: row.status,
    keptTransactionId: row.kept_id,
    pendingKey: row.pending_key,
    pendingDocument: row.pending_document,
    day: row.pending_day,
    seenOn: row.seen_on,
    pendingListed: row.pending_listed,
  }));
}

function toRecord({
  accountId,
  days,
  withoutDay,
  withListed,
  withListings,
  pendingFrom,
}: StoredWanted): WantedRecord {
  return {
    account_id: accountId,
    day_from: days?.from ?? null,
    day_to: days?.to ?? null,
    without_day: withoutDay,
    with_listed: withListed,
    with_listings: withListings,
    pending_from: pendingFrom,
  };
}

/** Assigns member by member, because objects made by spreading are much slower to create and read. */
function toStored(row: StoredRow, sources: AccountSources | undefined): StoredTransaction {
  const { listings, form } = listedBy(row, sources);
  return {
    id: row.id,
    state: row.state,
    booked: row.booked,
    day: row.day,
    seenOn: row.seen_on,
    identityKey: row.identity_key,
    identityRank: row.identity_rank,
    contentHash: row.content_hash,
    document: row.document,
    edits: row.edits,
    mergedInto: row.merged_into,
    isFromFile: row.is_from_file,
    underReview: row.under_review,
    split: row.split,
    listings,
    form,
  };
}

function byAccount<Row extends { account_id: number }, Item>(
  rows: readonly Row[],
  toItem: (row: Row) => Item,
): Map<number, Item[]> {
  const items = new Map<number, Item[]>();
  for (const row of rows) {
    const known = items.get(row.account_id);
    if (known) known.push(toItem(row));
    else items.set(row.account_id, [toItem(row)]);
  }
  return items;
}
