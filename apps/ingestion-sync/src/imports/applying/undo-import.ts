import { Caller, CommandResult, Problem, UndoFileImport } from '@tributary/contracts';
import { enqueueJobs } from '@tributary/jobs';
import { Tx } from '@tributary/persistence';
import { lockOwnImport, requireStatus, toFileImport, updateImport } from '../stored-imports';
import { FILE_UNDOS } from './undo-jobs';

/** Begins to remove what an import added. @throws Problem */
export async function undoImport(
  tx: Tx,
  caller: Caller,
  importId: number,
): Promise<CommandResult<typeof UndoFileImport>> {
  const row = await lockOwnImport(tx, caller, importId);
  requireStatus(row, ['APPLIED', 'FAILED']);
  if (row.status === 'FAILED' && row.transactions_added === 0) {
    throw Problem.conflict('The import has stored nothing.');
  }
  await enqueueJobs(tx, FILE_UNDOS, [{ key: importId, userId: caller.userId, payload: {} }]);
  const changes = { status: 'UNDOING', entries_done: 0, entries_total: row.transactions_added } as const;
  return toFileImport(await updateImport(tx, importId, changes));
}
