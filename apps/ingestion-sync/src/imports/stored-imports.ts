import { Caller, FileImport, FileImportAccount, FileImportStatus, Problem } from '@tributary/contracts';
import { Queryable, Tx } from '@tributary/persistence';
import { eraseFile } from './import-files.store';
import { ImportRow, lockImport, readImport, StoredFileAccount, updateImport } from './imports.store';

/** Returns the import in its public form. */
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

/** Defaults of members that accounts from the previous release lack. */
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

/**
 * Returns whether the caller may use imports. A token for single accounts may not, because files can be of any account.
 */
export function mayImport({ accountIds }: Caller): boolean {
  return accountIds === null;
}

/**
 * Returns the caller's import.
 * @throws Problem (not_found)
 */
export async function findImport(database: Queryable, caller: Caller, id: number): Promise<ImportRow> {
  return requireOwn(await readImport(database, id), caller);
}

/**
 * Returns the caller's import, locked.
 * @throws Problem (not_found)
 */
export async function lockOwnImport(tx: Tx, caller: Caller, id: number): Promise<ImportRow> {
  return requireOwn(await lockImport(tx, id), caller);
}

function requireOwn(row: ImportRow | null, caller: Caller): ImportRow {
  if (!row || row.user_id !== caller.userId || !mayImport(caller)) throw Problem.notFound();
  return row;
}

/**
 * Checks the import's status.
 * @throws Problem (conflict) for another status
 */
export function requireStatus({ status }: ImportRow, allowed: readonly FileImportStatus[]): void {
  if (allowed.includes(status)) return;
  throw Problem.conflict(`The import is ${status}; this needs ${allowed.join(' or ')}.`);
}

/** Ends an import that cannot continue, and erases its file. */
export async function failImport(tx: Tx, id: number | string, error: string): Promise<void> {
  if (!(await lockImport(tx, id))) return;
  await updateImport(tx, id, { status: 'FAILED', error });
  await eraseFile(tx, id);
}
