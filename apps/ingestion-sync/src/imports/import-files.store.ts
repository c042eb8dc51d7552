import { FileEntryKind } from '@tributary/contracts';
import { Queryable, textSequence, toTextSequence, Tx } from '@tributary/persistence';
import { SealedColumn, UserTable } from '@tributary/service';
import { OF_USERS_IMPORTS } from './imports.store';
import { FileEntry, ReadEntry } from './reading/file-reading';

/** Returns the encryption context of a part of a file. */
export function pieceContext(importId: string, index: string): string {
  return `file_import_pieces.piece:${importId}:${index}`;
}

/**
 * Inserts a part.
 * @param bytes of the part before encryption
 */
export async function insertPiece(
  tx: Tx,
  importId: number,
  index: number,
  { bytes, sealed }: { readonly bytes: number; readonly sealed: string },
): Promise<void> {
  await tx.execute(
    'insert into file_import_pieces (import_id, index, bytes, piece_sealed) values ($1, $2, $3, $4)',
    [importId, index, bytes, sealed],
  );
}

/** Returns an encrypted part of a file; undefined after the last one. */
export async function readPiece(
  database: Queryable,
  importId: number,
  index: number,
): Promise<string | undefined> {
  const [piece] = await database.query<{ piece_sealed: string }>(
    'select piece_sealed from file_import_pieces where import_id = $1 and index = $2',
    [importId, index],
  );
  return piece?.piece_sealed;
}

/** Returns the bytes of all stored files of the user. */
export async function storedBytes(tx: Tx, userId: number): Promise<number> {
  const [row] = await tx.query<{ bytes: number }>(
    `select coalesce(sum(p.bytes), 0)::bigint as bytes
       from file_import_pieces p join file_imports i on i.id = p.import_id where i.user_id = $1`,
    [userId],
  );
  return row?.bytes ?? 0;
}

/** Erases the file and its preview. */
export async function eraseFile(tx: Tx, id: number | string): Promise<void> {
  await tx.execute('delete from file_import_pieces where import_id = $1', [id]);
  await eraseEntries(tx, id);
}

export async function eraseEntries(tx: Tx, importId: number | string): Promise<void> {
  await tx.execute('delete from file_import_entries where import_id = $1', [importId]);
}

/** Stores parsed entries and their count. Returns false, without storing, if the import is meanwhile parsed again. */
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

/** A stored entry that may become a transaction. */
export interface StagedEntry {
  readonly position: number;
  readonly kind: Exclude<FileEntryKind, 'left_out' | 'unreadable'>;
  readonly account: number;
  readonly day: string;
  readonly entry: FileEntry;
  /** Null also if the file has the id for several entries. */
  readonly bank_id: string | null;
  /** Null also if it is unreliable. */
  readonly balance: string | null;
}

/**
 * Disables sorting for a query. The planner's statistics are older than the import, so it expects few entries and would
 * read and sort all of them for each batch.
 */
async function inOrderOfIndex<Result>(tx: Tx, read: () => Promise<Result>): Promise<Result> {
  await tx.execute('set local enable_sort = off');
  const result = await read();
  await tx.execute('set local enable_sort = on');
  return result;
}

const STAGED = `
  select position, kind, account, day, entry, bank_id, balance from file_import_entries where import_id = $1 and kind in ('new', 'known', 'doubtful')`;

/** Returns the next entries after a day of an account of the file, by account, day and position in the file. */
export function nextEntries(
  tx: Tx,
  importId: number,
  after: { readonly account: number; readonly day: string },
  limit: number,
): Promise<StagedEntry[]> {
  return inOrderOfIndex(tx, () =>
    tx.query<StagedEntry>(
      `${STAGED} and (account, day) > ($2::smallint, $3::date) order by account, day, position limit ${limit}`,
      [importId, after.account, after.day],
    ),
  );
}

/** Returns all entries of an account of the file on a day. */
export function entriesOfDay(
  tx: Tx,
  importId: number,
  { account, day }: { readonly account: number; readonly day: string },
): Promise<StagedEntry[]> {
  return tx.query<StagedEntry>(`${STAGED} and account = $2 and day = $3 order by position`, [
    importId,
    account,
    day,
  ]);
}

/**
 * Sets the kind of entries.
 * @param positions of the entries
 */
export async function setKind(
  tx: Tx,
  importId: number,
  positions: readonly number[],
  kind: StagedEntry['kind'],
): Promise<void> {
  await tx.execute(
    'update file_import_entries set kind = $3 where import_id = $1 and position = any($2::integer[])',
    [importId, positions, kind],
  );
}

/** Removes the balances after the entries of accounts of the file. */
export async function clearBalances(tx: Tx, importId: number, accounts: readonly number[]): Promise<void> {
  await tx.execute(
    `update file_import_entries set balance = null
      where import_id = $1 and account = any($2::smallint[]) and balance is not null`,
    [importId, accounts],
  );
}

/** The number of entries of an account that may become transactions, with their first and last day. */
export interface AccountSpan {
  readonly account: number;
  readonly entries: number;
  readonly first: string;
  readonly last: string;
}

export function readSpans(tx: Tx, importId: number): Promise<AccountSpan[]> {
  return tx.query<AccountSpan>(
    `select account, count(*)::int as entries, min(day) as first, max(day) as last
       from file_import_entries where import_id = $1 and kind in ('new', 'known', 'doubtful') group by account`,
    [importId],
  );
}

/** Counts the import's entries of each kind. */
export function countKinds(
  tx: Tx,
  importId: number,
): Promise<{ readonly kind: FileEntryKind; readonly count: number }[]> {
  return tx.query<{ kind: FileEntryKind; count: number }>(
    'select kind, count(*)::int as count from file_import_entries where import_id = $1 group by kind',
    [importId],
  );
}

/** The form of the ids of one account of a file. */
export interface IdShape {
  readonly repeated: boolean;
  /** Whether all ids are short numbers with the same letters before them. */
  readonly short: boolean;
  readonly named: boolean;
  readonly count: number;
  readonly lowest: number | null;
  readonly highest: number | null;
}

/**
 * Removes bank ids that several different entries of an account share.
 * @returns the form of the ids before, by account of the file
 * @param short pattern of an id that is a short number, with or without letters before it
 * @param number pattern of the number in it
 */
export function dropRepeatedIds(
  tx: Tx,
  importId: number,
  short: string,
  number: string,
): Promise<(IdShape & { readonly account: number })[]> {
  return tx.query<IdShape & { readonly account: number }>(
    `with ids as (
       select account, bank_id, count(*) as rows from file_import_entries
        where import_id = $1 and bank_id is not null group by account, bank_id
     ), repeated as (
       select i.account, i.bank_id from ids i join file_import_entries e using (account, bank_id)
        where i.rows > 1 and e.import_id = $1
        group by i.account, i.bank_id having count(distinct e.entry::text) > 1
     ), forgotten as (
       update file_import_entries e set bank_id = null from repeated r
        where e.import_id = $1 and e.account = r.account and e.bank_id = r.bank_id
     )
     select account, exists (select from repeated r where r.account = i.account and r.bank_id ~ $2) as repeated,
            bool_and(bank_id ~ $2) and count(distinct substring(bank_id from '^\\D*')) = 1 as short,
            bool_and(bank_id ~ '^\\D') as named, count(*)::int as count,
            min(case when bank_id ~ $2 then substring(bank_id from $3)::int end) as lowest,
            max(case when bank_id ~ $2 then substring(bank_id from $3)::int end) as highest
       from ids i group by account`,
    [importId, short, number],
  );
}

/** An entry as a preview lists it. */
export interface EntryRow {
  readonly kind: FileEntryKind;
  readonly account: number;
  readonly day: string;
  readonly line: number;
  readonly reason: string | null;
  readonly entry: FileEntry | null;
}

const LISTED = `import_id = $1 and ($2::text[] = '{}' or kind = any($2))`;

/**
 * Counts entries.
 * @param kinds empty for all
 */
export async function countEntries(
  database: Queryable,
  importId: number,
  kinds: readonly FileEntryKind[],
): Promise<number> {
  const [total] = await database.query<{ count: number }>(
    `select count(*)::int as count from file_import_entries where ${LISTED}`,
    [importId, kinds],
  );
  return total?.count ?? 0;
}

/** Returns a page of the entries, in the order of the file. */
export function readEntries(
  database: Queryable,
  importId: number,
  kinds: readonly FileEntryKind[],
  { page, size }: { readonly page: number; readonly size: number },
): Promise<EntryRow[]> {
  return database.query<EntryRow>(
    `select kind, account, day, line, reason, entry from file_import_entries where ${LISTED}
      order by position limit $3 offset $4`,
    [importId, kinds, size, (page - 1) * size],
  );
}

export const FILE_TABLES: readonly UserTable[] = [
  { table: 'file_import_pieces', rowsOfUserSql: OF_USERS_IMPORTS },
  { table: 'file_import_entries', rowsOfUserSql: OF_USERS_IMPORTS },
];

export const PIECES_COLUMN: SealedColumn = {
  table: 'file_import_pieces',
  column: 'piece_sealed',
  key: 'id',
  type: 'text',
  contextColumns: ['import_id', 'index'],
  contextOf: ({ import_id, index }) => pieceContext(import_id ?? '', index ?? ''),
};
