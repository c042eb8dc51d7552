import { Controller } from '@nestjs/common';
import { CommandResult, UndoTransferError, UndoTransferResult, UndoTransfers } from '@tributary/contracts';
import { appendToOutbox, OnCommand, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { ChosenTransfer, lockChosen, saveChosen } from './chosen-transfers';
import { payloadsOf } from './retry-transfers.handler';
import { undoTransfer } from './undo-transfer';

const MESSAGES: Readonly<Record<UndoTransferError, string>> = {
  not_found: 'Resource not found.',
  not_undoable: 'This log made nothing at the destination that could be removed.',
  already_undone: 'The transaction is not at the destination any more, or is being removed.',
};

/** Takes transfers back by hand, each for itself: what they made at the destination is deleted there. */
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
