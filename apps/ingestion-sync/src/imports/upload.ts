import {
  BeginFileImport,
  Caller,
  CommandPayload,
  CommandResult,
  EndFileUpload,
  FILE_BYTES_MAX,
  mayAccess,
  Problem,
  StoreFilePiece,
} from '@tributary/contracts';
import { enqueueJobOnce, enqueueJobs } from '@tributary/jobs';
import { Tx } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { FILE_EXPIRIES, UPLOAD_IDLE_MS } from './expiry-jobs';
import { FILE_READINGS } from './reading/reading-jobs';
import {
  eraseFile,
  lockOwnImport,
  mayImport,
  requireStatus,
  toFileImport,
  updateImport,
} from './stored-imports';
import { pieceContext } from './file-pieces';

/** Imports of a user that are neither applied nor over. */
export const OPEN_IMPORTS_MAX = 5;
/** Of the files of a user that are kept at once. */
export const KEPT_BYTES_MAX = 2 * FILE_BYTES_MAX;

const OPEN = `status in ('UPLOADING', 'READING', 'READY', 'APPLYING')`;

/** Begins an upload. @throws Problem */
export async function beginImport(
  tx: Tx,
  caller: Caller,
  { fileName, financialAccountId }: CommandPayload<typeof BeginFileImport>,
): Promise<CommandResult<typeof BeginFileImport>> {
  if (!mayImport(caller)) throw Problem.conflict(RESTRICTED);
  if (financialAccountId !== null) await checkAccount(tx, caller, financialAccountId);
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('file-imports:' || $1, 0))`, [caller.userId]);
  const [open] = await tx.query<{ count: number }>(
    `select count(*)::int as count from file_imports where user_id = $1 and ${OPEN}`,
    [caller.userId],
  );
  if ((open?.count ?? 0) >= OPEN_IMPORTS_MAX) throw Problem.conflict(TOO_MANY);
  const [row] = await tx.query<{ id: number }>(
    'insert into file_imports (user_id, file_name, financial_account_id) values ($1, $2, $3) returning id',
    [caller.userId, fileName, financialAccountId],
  );
  const id = row?.id ?? 0;
  const expiry = { key: id, userId: caller.userId, payload: {}, dueInMs: UPLOAD_IDLE_MS };
  await enqueueJobOnce(tx, FILE_EXPIRIES, expiry);
  return { id };
}

const RESTRICTED = 'A token for single accounts cannot import files: they may have entries of any account.';
const TOO_MANY = `There are ${OPEN_IMPORTS_MAX} open imports already: apply or discard one of them first.`;
const TOO_LARGE = 'The file is larger than 50 MB.';
const TOO_MUCH = 'The files of your open imports are too large together: apply or discard one of them first.';

/** Stores the next piece, sealed. A piece that comes again changes nothing. @throws Problem */
export async function storePiece(
  tx: Tx,
  box: SecretBox,
  caller: Caller,
  { importId, index, piece }: CommandPayload<typeof StoreFilePiece>,
): Promise<CommandResult<typeof StoreFilePiece>> {
  const row = await lockOwnImport(tx, caller, importId);
  requireStatus(row, ['UPLOADING']);
  if (index > row.pieces) throw Problem.conflict('A piece of the file is missing.');
  if (index < row.pieces) return { bytes: row.file_bytes };
  const bytes = Buffer.byteLength(piece, 'base64');
  const fileBytes = row.file_bytes + bytes;
  if (fileBytes > FILE_BYTES_MAX) throw Problem.conflict(TOO_LARGE);
  if ((await keptBytes(tx, caller.userId)) + bytes > KEPT_BYTES_MAX) throw Problem.conflict(TOO_MUCH);
  const sealed = box.seal(piece, pieceContext(String(importId), String(index)));
  await tx.execute(
    'insert into file_import_pieces (import_id, index, bytes, piece_sealed) values ($1, $2, $3, $4)',
    [importId, index, bytes, sealed],
  );
  await updateImport(tx, importId, { file_bytes: fileBytes, pieces: index + 1 });
  return { bytes: fileBytes };
}

/** The file is complete: it is read in the background. @throws Problem */
export async function endUpload(
  tx: Tx,
  caller: Caller,
  { importId, pieces }: CommandPayload<typeof EndFileUpload>,
): Promise<CommandResult<typeof EndFileUpload>> {
  const row = await lockOwnImport(tx, caller, importId);
  if (row.status !== 'UPLOADING') return toFileImport(row);
  if (row.pieces !== pieces) throw Problem.conflict('A piece of the file is missing.');
  await enqueueJobs(tx, FILE_READINGS, [{ key: importId, userId: caller.userId, payload: { parse: true } }]);
  return toFileImport(await updateImport(tx, importId, { status: 'READING' }));
}

/** Erases an import that has stored nothing. @throws Problem */
export async function discardImport(tx: Tx, caller: Caller, importId: number): Promise<{ id: number }> {
  const row = await lockOwnImport(tx, caller, importId);
  requireStatus(row, ['UPLOADING', 'READING', 'READY', 'FAILED', 'UNDONE']);
  if (row.transactions_added > row.transactions_removed + row.transactions_kept) {
    throw Problem.conflict('The import has stored transactions: undo it first.');
  }
  await eraseFile(tx, importId);
  await tx.execute('delete from file_imports where id = $1', [importId]);
  return { id: importId };
}

async function keptBytes(tx: Tx, userId: number): Promise<number> {
  const [row] = await tx.query<{ bytes: number }>(
    `select coalesce(sum(p.bytes), 0)::bigint as bytes
       from file_import_pieces p join file_imports i on i.id = p.import_id where i.user_id = $1`,
    [userId],
  );
  return row?.bytes ?? 0;
}

/** @throws Problem (invalid) where the account is not the caller's */
export async function checkAccount(
  tx: Tx,
  caller: Caller,
  id: number,
  field = 'financial_account_id',
): Promise<void> {
  const [row] = await tx.query<{ user_id: number }>('select user_id from financial_accounts where id = $1', [
    id,
  ]);
  if (row && mayAccess(caller, { id, userId: row.user_id })) return;
  throw Problem.invalid({ [field]: [`The selected ${field} is invalid.`] });
}
