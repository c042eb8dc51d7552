import { Caller, mayAccess, requireCover } from '@tributary/contracts';
import { OutgoingEvent } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { ChosenTransfer, DecidedRow, lockTransfersOfLogs, saveDecided } from './transfers.store';
import { importId } from '../destinations/import-id';
import { carriedByTransfer } from './carried-data';
import { toEntry, transferLogged } from './transfer-logged';

/**
 * Returns the caller's transfers of these logs, by log id; locked in the order of their ids.
 * @throws Problem (forbidden) if the caller may not read the data that one of them carries
 */
export async function lockChosen(
  tx: Tx,
  caller: Caller,
  logIds: readonly number[],
): Promise<ReadonlyMap<number, ChosenTransfer>> {
  const rows = await lockTransfersOfLogs(tx, caller.userId, logIds);
  const theirs = rows.filter(({ accountId: id, userId }) => mayAccess(caller, { id, userId }));
  for (const { author, accountId } of theirs) requireCover(caller, carriedByTransfer(author, accountId));
  return new Map(theirs.map((row) => [row.logId, row]));
}

/**
 * Saves manual decisions. They are executed at once (or on their day), with the count of attempts reset.
 * @returns the events that publish them
 */
export async function saveChosen(tx: Tx, chosen: readonly ChosenTransfer[]): Promise<OutgoingEvent[]> {
  if (chosen.length === 0) return [];
  const rows = chosen.map((row) => ({
    ...row,
    version: row.version + 1,
    changedThere: [],
    lockedThere: false,
  }));
  await saveDecided(tx, rows.map(toRecord));
  return transferLogged(
    rows.map((row) => ({ accountId: row.accountId, userId: row.userId, entry: toEntry(row) })),
  );
}

function toRecord(row: ChosenTransfer): DecidedRow {
  return {
    id: row.id,
    version: row.version,
    state: row.state,
    operation: row.operation,
    sent_content: row.sentContent,
    maybe_sent: row.maybeSent,
    destination_transaction_id: row.destinationTransactionId,
    ended_by: row.endedBy,
    generation: row.generation,
    import_id: importId(row.linkId, row.destinationId, row.transactionId, row.generation),
  };
}
