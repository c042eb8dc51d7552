import {
  AccountCategory,
  Caller,
  FileCertainty,
  FileCsvReading,
  FileImport,
  FileImportAccount,
  FileImportStatus,
  FileQifReading,
  FileQuestion,
  Problem,
} from '@tributary/contracts';
import { Queryable, Tx } from '@tributary/persistence';
import { ListedIds } from '../transactions/matching/listings';
import { StatementFormat } from './formats/statement';
import { FileHoldings } from './reading/file-reading';

/** An account of a file; `identity` is what the file calls it, in which there may be its number. */
export interface StoredFileAccount extends FileImportAccount {
  readonly identity: string;
  /** Of a new account. Absent in imports of release 0.2. */
  readonly category?: AccountCategory;
  /** What the bank's ids in the file are worth; absent: imported by a release that did not look. */
  readonly ids?: ListedIds;
}

/** An import as it is stored. */
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
  /** The user has sent the reading. */
  readonly confirmed: boolean;
  readonly csv_sample: string[][];
  readonly csv_shape: string | null;
  /** Of the file's bytes and of how they are read; null: imported by a release that stored none. */
  readonly digest: string | null;
  readonly accounts: StoredFileAccount[];
  /** By the index of the account. */
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

/** The import in its public form. */
export function toFileImport(row: ImportRow): FileImport {
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    document: {
      status: row.status,
      file_name: row.file_name,
      file_bytes: row.file_bytes,
      format: row.format,
      csv: row.csv,
      qif: row.qif,
      certainty: row.certainty,
      questions: row.questions,
      csv_sample: row.csv_sample,
      accounts: row.accounts.map(toFileAccount),
      entries_new: row.entries_new,
      entries_known: row.entries_known,
      entries_doubtful: row.entries_doubtful,
      entries_left_out: row.entries_left_out,
      entries_unreadable: row.entries_unreadable,
      entries_done: row.entries_done,
      entries_total: row.entries_total,
      transactions_added: row.transactions_added,
      transactions_removed: row.transactions_removed,
      transactions_kept: row.transactions_kept,
      error: row.error,
      expires_at: row.applied_at === null ? row.expires_at.toISOString() : null,
      applied_at: row.applied_at?.toISOString() ?? null,
    },
  };
}

/** Accounts that the release before stored lack the later members. */
const LATER_MEMBERS = {
  proposed_account_id: null,
  suggested_name: null,
  suggested_currency: null,
  balances: null,
} as const;

function toFileAccount({
  identity: _identity,
  ids: _ids,
  category: _category,
  ...account
}: StoredFileAccount): FileImportAccount {
  return { ...LATER_MEMBERS, ...account };
}

/** A token for single accounts sees no imports: their files may be of any account. */
export function mayImport({ accountIds }: Caller): boolean {
  return accountIds === null;
}

/** The caller's import. @throws Problem (not_found) */
export async function findImport(database: Queryable, caller: Caller, id: number): Promise<ImportRow> {
  return requireOwn(await readImport(database, id), caller);
}

/** The same, locked. @throws Problem (not_found) */
export async function lockOwnImport(tx: Tx, caller: Caller, id: number): Promise<ImportRow> {
  return requireOwn(await lockImport(tx, id), caller);
}

/** The import, locked; null if it was discarded meanwhile. */
export async function lockImport(tx: Tx, id: number | string): Promise<ImportRow | null> {
  const [row] = await tx.query<ImportRow>('select * from file_imports where id = $1 for update', [id]);
  return row ?? null;
}

export async function readImport(database: Queryable, id: number | string): Promise<ImportRow | null> {
  const [row] = await database.query<ImportRow>('select * from file_imports where id = $1', [id]);
  return row ?? null;
}

function requireOwn(row: ImportRow | null, caller: Caller): ImportRow {
  if (!row || row.user_id !== caller.userId || !mayImport(caller)) throw Problem.notFound();
  return row;
}

/** @throws Problem (conflict) unless the import has one of these states */
export function requireStatus({ status }: ImportRow, allowed: readonly FileImportStatus[]): void {
  if (allowed.includes(status)) return;
  throw Problem.conflict(`The import is ${status}; this needs ${allowed.join(' or ')}.`);
}

type Changeable = Omit<ImportRow, 'id' | 'user_id' | 'created_at' | 'updated_at' | 'file_name'>;

const JSON_COLUMNS: readonly string[] = ['csv', 'qif', 'questions', 'csv_sample', 'accounts', 'holdings'];

/** Changes columns of the import; the caller has its lock. @returns the whole row */
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
  if (!row) throw new Error('an import that was locked is gone');
  return row;
}

/** Ends an import that cannot go on, and erases its file. */
export async function failImport(tx: Tx, id: number | string, error: string): Promise<void> {
  if (!(await lockImport(tx, id))) return;
  await updateImport(tx, id, { status: 'FAILED', error });
  await eraseFile(tx, id);
}

/** Erases the file and its preview. */
export async function eraseFile(tx: Tx, id: number | string): Promise<void> {
  await tx.execute('delete from file_import_pieces where import_id = $1', [id]);
  await tx.execute('delete from file_import_entries where import_id = $1', [id]);
}
