import { Tx } from '@tributary/persistence';
import { outcomeCounter } from '@tributary/service';
import { isDeepStrictEqual } from 'node:util';
import { updateUncompared } from '../../accounts/accounts.store';
import { UncomparedEntries } from '../../accounts/balances/uncompared-entries';
import { StoredKey } from '../identity';
import { FieldMap } from '../../providers/mapping/mapped-fields';
import { isLayered, shownDocument } from '../edits/shown-document';
import { StoredTransaction, TransactionState } from '../stored-transaction';
import { TransactionRow } from '../transaction-rows';
import { WrittenTransaction, writtenAs } from '../transaction-events';
import { drawIds, insertRows, NewTransaction, RowSource, updateRows } from '../saved-transactions.store';

/** A row that becomes a transaction. */
export interface Insertion {
  readonly accountId: number;
  readonly source: RowSource;
  readonly row: TransactionRow;
  readonly key: StoredKey;
  /** True if it may be another row of the account. Its document shows this until a person decides. */
  readonly underReview: boolean;
}

/** A stored transaction that gets a row's content. */
export interface Change extends Insertion {
  readonly stored: StoredTransaction;
  readonly map: FieldMap;
}

export interface InsertedTransaction extends WrittenTransaction {
  readonly row: TransactionRow;
}

/** Inserts new rows in two statements. */
export async function insertTransactions(
  tx: Tx,
  insertions: readonly Insertion[],
): Promise<InsertedTransaction[]> {
  if (insertions.length === 0) return [];
  const { ids, at } = await drawIds(tx, insertions.length);
  const numbered = insertions.map((insertion, index) => numberedOf(insertion, ids[index] ?? NaN));
  await insertRows(tx, numbered);
  const createdAt = at.toISOString();
  return numbered.map(({ id, accountId, row, document, documentJson }) => ({
    id,
    accountId,
    version: 1,
    createdAt,
    updatedAt: createdAt,
    document,
    documentJson,
    row,
  }));
}

/** Adds the ids, member by member, because spreading took half as long as the rest of an import. */
function numberedOf(insertion: Insertion, id: number): NewTransaction {
  const { accountId, source, row, key, underReview } = insertion;
  const { document, documentJson } = shownAtFirst(insertion);
  return { id, accountId, source, row, key, underReview, document, documentJson };
}

function shownAtFirst({ row, underReview }: Insertion): Pick<TransactionRow, 'document' | 'documentJson'> {
  if (!underReview) return row;
  const document = { ...row.document, under_review: true as const };
  return { document, documentJson: JSON.stringify(document) };
}

/**
 * Writes rows over their stored transactions, in one statement. The user's changes stay, and a deleted transaction
 * stays deleted. A transaction that only gets another key is not published. @returns the transactions to publish
 */
export async function changeTransactions(tx: Tx, changes: readonly Change[]): Promise<WrittenTransaction[]> {
  if (changes.length === 0) return [];
  const prepared = changes.map(prepare);
  const written = await updateRows(
    tx,
    prepared.map(({ record }) => record),
  );
  const byId = new Map(written.map((row) => [row.id, row]));
  return prepared.flatMap(({ id, isPublished, document, documentJson }) => {
    const row = byId.get(id);
    if (!row) throw new Error('a transaction that was changed is not published');
    return isPublished ? [writtenAs(row, document, documentJson)] : [];
  });
}

function prepare(change: Change) {
  const { stored, row } = change;
  const state = stateAfter(stored);
  const layered = isLayered(stored);
  const provided = shownAtFirst(change);
  const document = shownDocument(provided.document, stored, change.map);
  const documentJson = layered ? JSON.stringify(document) : provided.documentJson;
  const isPublished = state === 'LIVE' && (stored.state !== 'LIVE' || !isSameDocument(stored, row));
  const provider = layered ? provided.documentJson : 'null';
  const record =
    `${insertionScalars(change, { id: stored.id, state, is_published: isPublished })},"document":${documentJson},` +
    `"provider_document":${provider},"raw":${row.rawJson}}`;
  return { id: stored.id, isPublished, document, documentJson, record };
}

/**
 * Compares documents if the hashes differ, because an earlier release may have written the same document with other
 * text, such as more zeros.
 */
function isSameDocument(stored: StoredTransaction, row: TransactionRow): boolean {
  if (stored.contentHash === row.contentHash) return true;
  const { under_review: _, ...before } = stored.document;
  return isDeepStrictEqual(before, JSON.parse(row.documentJson));
}

/** A transaction that the bank lists is restored, unless the user deleted it or it is merged into another row. */
function stateAfter({ state, mergedInto }: StoredTransaction): TransactionState {
  if (mergedInto !== null) return 'MERGED';
  return state === 'DELETED' || state === 'MERGED' ? state : 'LIVE';
}

function insertionScalars({ accountId, source, row, key }: Insertion, further: object): string {
  const scalars = JSON.stringify({
    account_id: accountId,
    origin: source,
    identity_key: key.key,
    identity_rank: key.rank,
    content_hash: row.contentHash,
    booked: row.document.booked,
    booking_date: row.document.booking_date,
    day: row.day,
    ...further,
  });
  return scalars.slice(0, -1);
}

/**
 * Stores the number of entries that were not compared at their accounts, and counts them. @param counts by account,
 * above zero @param at ISO time
 */
export async function noteUncompared(
  tx: Tx,
  counts: ReadonlyMap<number, number>,
  at: string,
): Promise<ReadonlyMap<number, UncomparedEntries>> {
  if (counts.size === 0) return new Map();
  const noted = new Map([...counts].map(([id, entries]) => [id, { entries, at }]));
  await updateUncompared(tx, counts, at);
  const counter = outcomeCounter(
    'tributary.transactions.uncompared',
    'entries that look so much alike that they were not compared with all that they may belong to',
  );
  for (const entries of counts.values()) counter.add(entries);
  return noted;
}
