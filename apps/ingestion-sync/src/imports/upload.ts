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
import { readOwner } from '../accounts/accounts.store';
import { FILE_EXPIRIES, UPLOAD_IDLE_MS } from './expiry-jobs';
import { FILE_READINGS } from './reading/reading-jobs';
import { eraseFile, insertPiece, pieceContext, storedBytes } from './import-files.store';
import { countOpenImports, deleteImport, insertImport, updateImport } from './imports.store';
import { lockOwnImport, mayImport, requireStatus, toFileImport } from './stored-imports';

/** The most imports of a user that are neither applied nor ended. */
export const OPEN_IMPORTS_MAX = 5;
/** The most bytes of a user's stored files. */
export const KEPT_BYTES_MAX = 2 * FILE_BYTES_MAX;

/**
 * Begins an upload.
 * @throws Problem
 */
export async function beginImport(
  tx: Tx,
  caller: Caller,
  { fileName, financialAccountId }: CommandPayload<typeof BeginFileImport>,
): Promise<CommandResult<typeof BeginFileImport>> {
  if (!mayImport(caller)) throw Problem.conflict(RESTRICTED);
  if (financialAccountId !== null) await checkAccount(tx, caller, financialAccountId);
  if ((await countOpenImports(tx, caller.userId)) >= OPEN_IMPORTS_MAX) throw Problem.conflict(TOO_MANY);
  const id = await insertImport(tx, caller.userId, fileName, financialAccountId);
  const expiry = { key: id, userId: caller.userId, payload: {}, dueInMs: UPLOAD_IDLE_MS };
  await enqueueJobOnce(tx, FILE_EXPIRIES, expiry);
  return { id };
}

const RESTRICTED = 'A token for single accounts cannot import files: they may have entries of any account.';
const TOO_MANY = `There are ${OPEN_IMPORTS_MAX} open imports already: apply or discard one of them first.`;
const TOO_LARGE = 'The file is larger than 50 MB.';
const TOO_MUCH = 'The files of your open imports are too large together: apply or discard one of them first.';

/**
 * Stores the next part, encrypted. A repeated part changes nothing.
 * @throws Problem
 */
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
  if ((await storedBytes(tx, caller.userId)) + bytes > KEPT_BYTES_MAX) throw Problem.conflict(TOO_MUCH);
  const sealed = box.seal(piece, pieceContext(String(importId), String(index)));
  await insertPiece(tx, importId, index, { bytes, sealed });
  await updateImport(tx, importId, { file_bytes: fileBytes, pieces: index + 1 });
  return { bytes: fileBytes };
}

/**
 * Completes the upload: the file is read in the background.
 * @throws Problem
 */
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

/**
 * Erases an import that has stored nothing.
 * @throws Problem
 */
export async function discardImport(tx: Tx, caller: Caller, importId: number): Promise<{ id: number }> {
  const row = await lockOwnImport(tx, caller, importId);
  requireStatus(row, ['UPLOADING', 'READING', 'READY', 'FAILED', 'UNDONE']);
  if (row.transactions_added > row.transactions_removed + row.transactions_kept) {
    throw Problem.conflict('The import has stored transactions: undo it first.');
  }
  await eraseFile(tx, importId);
  await deleteImport(tx, importId);
  return { id: importId };
}

/**
 * Checks that the account is the caller's.
 * @throws Problem (invalid)
 */
export async function checkAccount(
  tx: Tx,
  caller: Caller,
  id: number,
  field = 'financial_account_id',
): Promise<void> {
  const userId = await readOwner(tx, id);
  if (userId !== undefined && mayAccess(caller, { id, userId })) return;
  throw Problem.invalid({ [field]: [`The selected ${field} is invalid.`] });
}
