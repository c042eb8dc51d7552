import { Controller } from '@nestjs/common';
import {
  CommandResult,
  TransferOperation,
  UndoTransferError,
  UndoTransferResult,
  UndoTransfers,
} from '@tributary/contracts';
import { appendToOutbox, OnCommand, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { lockChosen, saveChosen } from './chosen-transfers';
import { ChosenTransfer } from './transfers.store';
import { payloadsOf } from './retry-transfers.handler';
import { Transfer } from './transfer';

const MESSAGES: Readonly<Record<UndoTransferError, string>> = {
  not_found: 'Resource not found.',
  not_undoable: 'This log made nothing at the destination that could be removed.',
  already_undone: 'The transaction is not at the destination any more, or is being removed.',
};

/** Undoes transfers by hand; each succeeds or is refused by itself. Their rows at the destination are deleted. */
@Controller()
export class UndoTransfersHandler {
  @OnCommand(UndoTransfers)
  async undo(
    { caller, payload }: ReceivedCommand<typeof UndoTransfers>,
    tx: Tx,
  ): Promise<CommandResult<typeof UndoTransfers>> {
    const chosen = await lockChosen(tx, caller, payload.transferLogIds);
    const undone = new Map<number, ChosenTransfer>();
    const results = payload.transferLogIds.map((logId): UndoTransferResult => {
      const transfer = chosen.get(logId);
      if (!transfer) return refused(logId, 'not_found');
      if (undone.has(transfer.id)) return refused(logId, 'already_undone');
      const next = undoTransfer(transfer, transfer.log);
      if ('error' in next) return refused(logId, next.error);
      undone.set(transfer.id, { ...transfer, ...next });
      const message = 'The transaction is being removed at the destination.';
      return { transferLogId: logId, success: true, message, error: null };
    });
    const events = await saveChosen(tx, [...undone.values()]);
    await appendToOutbox(tx, events);
    return { results, logged: payloadsOf(events) };
  }
}

function refused(transferLogId: number, error: UndoTransferError): UndoTransferResult {
  return { transferLogId, success: false, message: MESSAGES[error], error };
}

/** Undoes a transfer: its row at the destination is deleted and not created again automatically. */
function undoTransfer(
  now: Transfer,
  log: { readonly operation: TransferOperation },
): Transfer | { readonly error: UndoTransferError } {
  if (now.state === 'DELETED') return { error: 'already_undone' };
  if (log.operation === 'DELETE') return { error: 'not_undoable' };
  if (now.operation === 'DELETE' && now.endedBy === 'undone') return { error: 'already_undone' };
  const isThere = now.destinationTransactionId !== null || now.maybeSent;
  if (!isThere) return { error: 'not_undoable' };
  return { ...now, state: 'PENDING', operation: 'DELETE', endedBy: 'undone' };
}
