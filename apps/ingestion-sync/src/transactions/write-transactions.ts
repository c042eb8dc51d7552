import { TransactionDocument } from '@tributary/contracts';
import { textSequence, toArrayLiteral, toTextSequence, Tx } from '@tributary/persistence';
import { isDeepStrictEqual } from 'node:util';
import { StoredKey } from './identity';
import { FieldMap } from '../providers/mapping/mapped-fields';
import { isLayered, shownDocument } from './edits/shown-document';
import { StoredTransaction, TransactionState } from './stored-transaction';
import { TransactionRow } from './transaction-rows';

/** Who sent a row: the bank's provider, or the user in a file of the bank's. */
export type RowSource = 'PROVIDER' | 'FILE';

/** A row that becomes a transaction. */
export interface Insertion {
  readonly accountId: number;
  readonly source: RowSource;
  readonly row: TransactionRow;
  readonly key: StoredKey;
  /** It may be another row of the account: its document says so until somebody decides. */
  readonly underReview: boolean;
}

/** A stored transaction that gets a row's content. */
export interface Change extends Insertion {
  readonly stored: StoredTransaction;
  readonly map: FieldMap;
}

/** A transaction as it is after the write, for its event. */
export interface WrittenTransaction {
  readonly id: number;
  readonly accountId: number;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly document: TransactionDocument;
  readonly documentJson: string;
}

export interface InsertedTransaction extends WrittenTransaction {
  readonly row: TransactionRow;
}

interface Written {
  readonly id: number;
  readonly account_id: number;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** A row of an account's transactions after a write. */
export interface WrittenRow extends Written {
  readonly document: TransactionDocument;
}

export function writtenRow(row: WrittenRow): WrittenTransaction {
  return toWritten(row, row.document, JSON.stringify(row.document));
}

/** Keys are unique at every moment of a statement, so a row that holds one gives it up first. */
export async function leaveKeys(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(`update transactions set identity_key = 'left:' || id where id = any($1::bigint[])`, [
    ids,
  ]);
}

/** Writes rows that are new, in two statements. */
export async function insertTransactions(
  tx: Tx,
  insertions: readonly Insertion[],
): Promise<InsertedTransaction[]> {
  if (insertions.length === 0) return [];
  const { ids, at } = await drawIds(tx, insertions.length);
  const numbered = insertions.map((insertion, index) => numberedOf(insertion, ids[index] ?? NaN));
  await tx.execute(INSERT, columnsOf(numbered));
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

/** An insertion with its id and its document as it is stored. */
type Numbered = Insertion & Pick<TransactionRow, 'document' | 'documentJson'> & { readonly id: number };

/** Member by member: spreading the row into it took as long as half of the rest of an import. */
function numberedOf(insertion: Insertion, id: number): Numbered {
  const { accountId, source, row, key, underReview } = insertion;
  const { document, documentJson } = shownAtFirst(insertion);
  return { id, accountId, source, row, key, underReview, document, documentJson };
}

function shownAtFirst({ row, underReview }: Insertion): Pick<TransactionRow, 'document' | 'documentJson'> {
  if (!underReview) return row;
  const document = { ...row.document, under_review: true as const };
  return { document, documentJson: JSON.stringify(document) };
}

/** Ids for so many rows, and the time that the rows of this transaction are created at. */
async function drawIds(tx: Tx, count: number): Promise<{ ids: readonly number[]; at: Date }> {
  const [drawn] = await tx.query<{ ids: number[]; at: Date }>(
    `select array_agg(nextval('transactions_id_seq')) as ids, now() as at from generate_series(1, $1::integer)`,
    [count],
  );
  if (drawn?.ids.length !== count) throw new Error('there are not as many ids as rows');
  return drawn;
}

/** As one JSON text the server would read each document twice. */
const INSERT = `
  insert into transactions (id, account_id, origin, identity_key, identity_rank, content_hash, booked, booking_date, day,
                            document, raw, under_review)
  overriding system value
  select id, account_id, origin, identity_key, identity_rank, content_hash, booked, booking_date, day,
         document::jsonb, raw::json, under_review
    from unnest($1::bigint[], $2::bigint[], ${textSequence(11)}, $3::text[], $4::smallint[], ${textSequence(5)},
                $6::boolean[], $7::date[], $8::date[], ${textSequence(9)}, ${textSequence(10)}, $12::boolean[])
           as r(id, account_id, origin, identity_key, identity_rank, content_hash, booked, booking_date, day, document, raw,
                under_review)`;

function columnsOf(insertions: readonly Numbered[]): unknown[] {
  const rows = insertions.map(({ row }) => row);
  return [
    toArrayLiteral(insertions.map(({ id }) => id)),
    toArrayLiteral(insertions.map(({ accountId }) => accountId)),
    insertions.map(({ key }) => key.key),
    toArrayLiteral(insertions.map(({ key }) => key.rank)),
    toTextSequence(rows.map(({ contentHash }) => contentHash)),
    toArrayLiteral(rows.map(({ document }) => document.booked)),
    rows.map(({ document }) => document.booking_date),
    rows.map(({ day }) => day),
    toTextSequence(insertions.map(({ documentJson }) => documentJson)),
    toTextSequence(rows.map(({ rawJson }) => rawJson)),
    toTextSequence(insertions.map(({ source }) => source)),
    toArrayLiteral(insertions.map(({ underReview }) => underReview)),
  ];
}

/**
 * Writes what rows say of stored transactions, in one statement. What the user changed stays; a deleted transaction stays
 * deleted; one that only goes by another key now is not published. @returns those to be published
 */
export async function changeTransactions(tx: Tx, changes: readonly Change[]): Promise<WrittenTransaction[]> {
  if (changes.length === 0) return [];
  const prepared = changes.map(prepare);
  const written = await tx.query<Written>(
    `update transactions t
        set origin = r.origin, identity_key = r.identity_key, identity_rank = r.identity_rank, content_hash = r.content_hash,
            booked = r.booked, booking_date = r.booking_date, day = r.day, document = r.document,
            provider_document = r.provider_document, raw = r.raw, state = r.state,
            removed_at = case when r.state = 'LIVE' then null else t.removed_at end,
            version = t.version + case when r.is_published then 1 else 0 end,
            updated_at = case when r.is_published then now() else t.updated_at end
       from jsonb_to_recordset($1::jsonb) as r(id bigint, account_id bigint, origin text, identity_key text,
            identity_rank smallint, content_hash text, booked boolean, booking_date date, day date, document jsonb,
            provider_document jsonb, raw jsonb, state text, is_published boolean)
      where t.id = r.id
     returning t.id, t.account_id, t.version, t.created_at, t.updated_at`,
    [recordset(prepared.map(({ record }) => record))],
  );
  const byId = new Map(written.map((row) => [row.id, row]));
  return prepared.flatMap(({ id, isPublished, document, documentJson }) => {
    const row = byId.get(id);
    if (!row) throw new Error('a transaction that was changed is not published');
    return isPublished ? [toWritten(row, document, documentJson)] : [];
  });
}

/** A removed transaction. */
export interface RemovedTransaction {
  readonly id: number;
  readonly accountId: number;
  readonly version: number;
}

/** Removes transactions, for the given reason, in one statement. */
export async function removeTransactions(
  tx: Tx,
  removals: readonly { readonly id: number; readonly state: TransactionState }[],
): Promise<RemovedTransaction[]> {
  if (removals.length === 0) return [];
  const rows = await tx.query<{ id: number; account_id: number; version: number }>(
    `update transactions t
        set state = r.state, removed_at = now(), version = t.version + 1, updated_at = now()
       from jsonb_to_recordset($1::jsonb) as r(id bigint, state text)
      where t.id = r.id
     returning t.id, t.account_id, t.version`,
    [JSON.stringify(removals)],
  );
  return rows.map(({ id, account_id, version }) => ({ id, accountId: account_id, version }));
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

/** The hash is that of the text before where a release wrote the same document differently: an amount with more zeros. */
function isSameDocument(stored: StoredTransaction, row: TransactionRow): boolean {
  if (stored.contentHash === row.contentHash) return true;
  const { under_review: _, ...before } = stored.document;
  return isDeepStrictEqual(before, JSON.parse(row.documentJson));
}

/** What a bank lists is there again, unless the user does not want it, or merged it into another row. */
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

function recordset(records: readonly string[]): string {
  return `[${records.join(',')}]`;
}

function toWritten(row: Written, document: TransactionDocument, documentJson: string): WrittenTransaction {
  return {
    id: row.id,
    accountId: row.account_id,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    document,
    documentJson,
  };
}
