import {
  AccountCategory,
  FileCertainty,
  FileCsvReading,
  FileImportAccount,
  FileImportStatus,
  FileQifReading,
  FileQuestion,
} from '@tributary/contracts';
import { Queryable, toArrayLiteral, Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import { AccountRow } from '../accounts/account-row';
import { joinAccount } from '../accounts/accounts.store';
import { ListedIds } from '../transactions/matching/listings';
import { StatementFormat } from './formats/statement';
import { FileHoldings } from './reading/file-reading';

/** An account of a file; `identity` is the file's name for it, which may contain the account's number. */
export interface StoredFileAccount extends FileImportAccount {
  readonly identity: string;
  /** The category of a new account; absent in imports of release 0.2. */
  readonly category?: AccountCategory;
  /**
   * How reliably the bank's ids identify entries. Absent if an earlier release, which did not check ids, imported the
   * file.
   */
  readonly ids?: ListedIds;
}

/** A stored import. */
export interface ImportRow {
  readonly id: number;
  readonly user_id: number;
  readonly status: FileImportStatus;
  readonly file_name: string;
  readonly file_bytes: number;
  readonly pieces: number;
  readonly financial_account_id: number | null;
  readonly format: StatementFormat | null;
  readonly csv: FileCsvReading | null;
  readonly qif: FileQifReading | null;
  readonly certainty: FileCertainty | null;
  readonly questions: FileQuestion[];
  /** Whether the user has confirmed the reading. */
  readonly confirmed: boolean;
  readonly csv_sample: string[][];
  readonly csv_shape: string | null;
  /** Digest of the file's bytes and of its reading; null if an earlier release imported it. */
  readonly digest: string | null;
  readonly accounts: StoredFileAccount[];
  /** Holdings of each account, by the account's index in the file. */
  readonly holdings: (FileHoldings | null)[];
  readonly entries_new: number;
  readonly entries_known: number;
  readonly entries_doubtful: number;
  readonly entries_left_out: number;
  readonly entries_unreadable: number;
  readonly entries_done: number;
  readonly entries_total: number;
  readonly transactions_added: number;
  readonly transactions_removed: number;
  readonly transactions_kept: number;
  readonly error: string | null;
  readonly reading: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly expires_at: Date;
  readonly applied_at: Date | null;
}

/** Returns the import, locked; null if it was discarded meanwhile. */
export async function lockImport(tx: Tx, id: number | string): Promise<ImportRow | null> {
  const [row] = await tx.query<ImportRow>('select * from file_imports where id = $1 for update', [id]);
  return row ?? null;
}

export async function readImport(database: Queryable, id: number | string): Promise<ImportRow | null> {
  const [row] = await database.query<ImportRow>('select * from file_imports where id = $1', [id]);
  return row ?? null;
}

/**
 * Returns a page of the user's imports, newest first.
 * @param statuses empty for all
 */
export function listImports(
  database: Queryable,
  userId: number,
  statuses: readonly FileImportStatus[],
  { page, size }: { readonly page: number; readonly size: number },
): Promise<ImportRow[]> {
  return database.query<ImportRow>(
    `select * from file_imports where ${LISTED} order by id desc limit $3 offset $4`,
    [userId, statuses, size, (page - 1) * size],
  );
}

/** Returns the number of imports on all pages of `listImports`. */
export async function countImports(
  database: Queryable,
  userId: number,
  statuses: readonly FileImportStatus[],
): Promise<number> {
  const [total] = await database.query<{ count: number }>(
    `select count(*)::int as count from file_imports where ${LISTED}`,
    [userId, statuses],
  );
  return total?.count ?? 0;
}

const LISTED = `user_id = $1 and ($2::text[] = '{}' or status = any($2))`;

/**
 * Counts the user's imports that are neither applied nor ended. Callers for the same user block each other until the
 * commit.
 */
export async function countOpenImports(tx: Tx, userId: number): Promise<number> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('file-imports:' || $1, 0))`, [userId]);
  const [open] = await tx.query<{ count: number }>(
    `select count(*)::int as count from file_imports
      where user_id = $1 and status in ('UPLOADING', 'READING', 'READY', 'APPLYING')`,
    [userId],
  );
  return open?.count ?? 0;
}

/**
 * Inserts an import.
 * @returns its id
 */
export async function insertImport(
  tx: Tx,
  userId: number,
  fileName: string,
  financialAccountId: number | null,
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    'insert into file_imports (user_id, file_name, financial_account_id) values ($1, $2, $3) returning id',
    [userId, fileName, financialAccountId],
  );
  return row?.id ?? 0;
}

type Changeable = Omit<ImportRow, 'id' | 'user_id' | 'created_at' | 'updated_at' | 'file_name'>;

const JSON_COLUMNS: readonly string[] = ['csv', 'qif', 'questions', 'csv_sample', 'accounts', 'holdings'];

/**
 * Changes columns of the import, which the caller has locked.
 * @returns the whole row
 */
export async function updateImport(
  tx: Queryable,
  id: number | string,
  changes: Partial<Changeable>,
): Promise<ImportRow> {
  const columns = Object.entries(changes);
  const [row] = await tx.query<ImportRow>(
    `update file_imports set updated_at = now()${columns.map(([name], index) => `, ${name} = $${index + 2}`).join('')}
      where id = $1 returning *`,
    [
      id,
      ...columns.map(([name, value]) =>
        JSON_COLUMNS.includes(name) && value !== null ? JSON.stringify(value) : value,
      ),
    ],
  );
  if (!row) throw new Error('the locked import is missing');
  return row;
}

/** Counts applied entries, and the transactions that they added. */
export async function countApplied(tx: Tx, id: number, entries: number, added: number): Promise<void> {
  await tx.execute(
    `update file_imports set entries_done = entries_done + $2, transactions_added = transactions_added + $3,
            updated_at = now() where id = $1`,
    [id, entries, added],
  );
}

/** Counts undone transactions: how many were removed, and how many stayed. */
export async function countUndone(
  tx: Tx,
  id: number,
  { removed, stayed }: { readonly removed: number; readonly stayed: number },
): Promise<void> {
  await tx.execute(
    `update file_imports set entries_done = entries_done + $2, transactions_removed = transactions_removed + $3,
            transactions_kept = transactions_kept + $4, updated_at = now() where id = $1`,
    [id, removed + stayed, removed, stayed],
  );
}

export async function deleteImport(tx: Tx, id: number | string): Promise<void> {
  await tx.execute('delete from file_imports where id = $1', [id]);
}

/** Returns the accounts that the user last chose for the same kind of file, by the identity in the file. */
export async function appliedChoices(database: Queryable, row: ImportRow): Promise<Map<string, number>> {
  const rows = await database.query<{ key: string; id: number }>(
    `select distinct on (a.account->>'identity') a.account->>'identity' as key,
            (a.account->>'financial_account_id')::bigint as id
       from file_imports i, jsonb_array_elements(i.accounts) as a(account)
      where i.user_id = $1 and i.status = 'APPLIED' and i.format = $2
        and (i.csv_shape = $3 or ($3::text is null and i.csv_shape is null and a.account->>'identity' <> '')) and a.account->>'financial_account_id' is not null
      order by a.account->>'identity', i.id desc`,
    [row.user_id, row.format, row.csv_shape],
  );
  return new Map(rows.map(({ key, id }) => [key, id]));
}

/** The identification of an account in a bank's file. */
export interface StatementIdentity {
  readonly iban: string | null;
  readonly number: string | null;
  readonly bank: string | null;
}

/** A manual account, with its identification in applied files. */
export interface AccountByHand {
  readonly id: number;
  readonly profile: AccountRow['profile'];
  readonly own_config: AccountRow['own_config'];
  readonly statements: readonly StatementIdentity[];
}

/** Returns the manual accounts into which files were imported; other accounts have no identification of a bank. */
export function accountsByHand(database: Queryable, userId: number): Promise<AccountByHand[]> {
  return database.query<AccountByHand>(
    `select a.id, a.profile, a.own_config,
            jsonb_agg(distinct jsonb_build_object('iban', s.account->'iban', 'number', s.account->'number',
                                                  'bank', s.account->'bank')) as statements
       from file_imports i, jsonb_array_elements(i.accounts) as s(account)
       ${joinAccount("(s.account->>'financial_account_id')::bigint")}
      where i.user_id = $1 and i.status = 'APPLIED'
        and a.user_id = $1 and a.connection_id is null
      group by a.id order by a.id`,
    [userId],
  );
}

/** Returns the closing balances of the account for that day in other applied imports, the newest import first. */
export async function otherClosings(
  tx: Tx,
  { id, user_id: userId }: ImportRow,
  accountId: number,
  day: string | null,
): Promise<StoredFileAccount[]> {
  const rows = await tx.query<{ stated: StoredFileAccount }>(
    `select a.account as stated from file_imports i, jsonb_array_elements(i.accounts) as a(account)
      where i.user_id = $1 and i.id <> $2 and i.status = 'APPLIED'
        and (a.account->>'financial_account_id')::bigint = $3 and a.account->'balances'->>'closing_date' = $4
      order by i.applied_at desc, i.id desc`,
    [userId, id, accountId, day],
  );
  return rows.map(({ stated }) => stated);
}

/** Returns an account's holdings of the latest day in other applied imports, or null. */
export async function otherHoldings(
  tx: Tx,
  { id, user_id: userId }: ImportRow,
  accountId: number,
): Promise<FileHoldings | null> {
  const [row] = await tx.query<{ holdings: FileHoldings }>(
    `select h.holdings from file_imports i
       cross join jsonb_array_elements(i.accounts) with ordinality as a(account, position)
       join jsonb_array_elements(i.holdings) with ordinality as h(holdings, position) on h.position = a.position
      where i.user_id = $1 and i.id <> $2 and i.status = 'APPLIED' and jsonb_typeof(h.holdings) = 'object'
        and (a.account->>'financial_account_id')::bigint = $3
      order by h.holdings->>'day' desc, i.applied_at desc, i.id desc limit 1`,
    [userId, id, accountId],
  );
  return row?.holdings ?? null;
}

/** A transaction that a file lists, with the form in which it lists it. */
export interface ListedTransaction {
  readonly id: number;
  readonly bankId: string | null;
  readonly balance: string | null;
}

/** Stores which transactions an import added, and which it found. */
export async function insertListed(
  tx: Tx,
  importId: number,
  added: readonly ListedTransaction[],
  found: readonly ListedTransaction[],
): Promise<void> {
  const all = [...added, ...found];
  await tx.execute(
    `insert into file_import_transactions (import_id, transaction_id, added, bank_id, balance)
     select $1, transaction_id, position <= $3, bank_id, balance
       from unnest($2::bigint[], $4::text[], $5::text[]) with ordinality r(transaction_id, bank_id, balance, position)
     on conflict (import_id, transaction_id) do nothing`,
    [
      importId,
      toArrayLiteral(all.map(({ id }) => id)),
      added.length,
      all.map(({ bankId }) => bankId),
      all.map(({ balance }) => balance),
    ],
  );
}

/** Returns the ids of transactions that an import added, in ascending order. */
export async function nextAdded(tx: Tx, importId: number, after: number, limit: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `select transaction_id as id from file_import_transactions
      where import_id = $1 and added and transaction_id > $2 order by transaction_id limit ${limit}`,
    [importId, after],
  );
  return rows.map(({ id }) => id);
}

/** SQL of another import that lists a transaction and is not undone; null if there is none. */
export function otherImportOf(transactionId: string, importId: string): string {
  return `(select f.import_id from file_import_transactions f join file_imports i on i.id = f.import_id
              where f.transaction_id = ${transactionId} and f.import_id <> ${importId} and i.status in ('APPLYING', 'APPLIED')
              order by f.import_id limit 1)`;
}

/** Assigns transactions to another import that lists them, as if that one had added them. */
export async function moveAdded(
  tx: Tx,
  moved: readonly { readonly id: number; readonly importId: number }[],
): Promise<void> {
  await tx.execute(
    `with moved as (
       update file_import_transactions f set added = true
         from unnest($1::bigint[], $2::bigint[]) as r(import_id, transaction_id)
        where f.import_id = r.import_id and f.transaction_id = r.transaction_id
       returning f.import_id
     )
     update file_imports i set transactions_added = transactions_added + m.count
       from (select import_id, count(*)::int as count from moved group by import_id) m where i.id = m.import_id`,
    [moved.map(({ importId }) => importId), moved.map(({ id }) => id)],
  );
}

/** Deletes all transactions from an import's list, because it was undone. */
export async function deleteListed(tx: Tx, importId: number): Promise<void> {
  await tx.execute('delete from file_import_transactions where import_id = $1', [importId]);
}

/** Deletes some transactions from an import's list. */
export async function deleteSomeListed(tx: Tx, importId: number, ids: readonly number[]): Promise<void> {
  await tx.execute(
    'delete from file_import_transactions where import_id = $1 and transaction_id = any($2::bigint[])',
    [importId, ids],
  );
}

/** SQL that selects the rows `t` of a user's imports. */
export const OF_USERS_IMPORTS = 't.import_id in (select id from file_imports where user_id = $1)';

export const IMPORT_TABLES: readonly UserTable[] = [
  { table: 'file_import_transactions', rowsOfUserSql: OF_USERS_IMPORTS },
  { table: 'file_imports', rowsOfUserSql: 't.user_id = $1', exportAs: { kind: 'file_imports' } },
];
