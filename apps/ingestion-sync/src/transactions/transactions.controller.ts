import { Controller } from '@nestjs/common';
import {
  AcceptSettlement,
  CreateTransaction,
  DeleteTransaction,
  DismissSettlement,
  TransactionChanges,
  UndoSettlement,
  UpdateTransaction,
} from '@tributary/contracts';
import { OnCommand, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { createTransaction } from './by-hand/create-transaction';
import { deleteTransaction } from './by-hand/delete-transaction';
import { updateTransaction } from './by-hand/update-transaction';
import { acceptSettlement } from './settlement/accept-settlement';
import { dismissSettlement } from './settlement/dismiss-settlement';
import { undoSettlement } from './settlement/undo-settlement';

/** What users do to transactions and to the review list. */
@Controller()
export class TransactionsController {
  @OnCommand(CreateTransaction)
  create(command: ReceivedCommand<typeof CreateTransaction>, tx: Tx): Promise<TransactionChanges> {
    return createTransaction(tx, command.caller, command.payload);
  }

  @OnCommand(UpdateTransaction)
  update(command: ReceivedCommand<typeof UpdateTransaction>, tx: Tx): Promise<TransactionChanges> {
    return updateTransaction(tx, command.caller, command.payload);
  }

  @OnCommand(DeleteTransaction)
  delete(command: ReceivedCommand<typeof DeleteTransaction>, tx: Tx): Promise<TransactionChanges> {
    return deleteTransaction(tx, command.caller, command.payload);
  }

  @OnCommand(AcceptSettlement)
  accept(command: ReceivedCommand<typeof AcceptSettlement>, tx: Tx): Promise<TransactionChanges> {
    return acceptSettlement(tx, command.caller, command.payload);
  }

  @OnCommand(DismissSettlement)
  dismiss(command: ReceivedCommand<typeof DismissSettlement>, tx: Tx): Promise<TransactionChanges> {
    return dismissSettlement(tx, command.caller, command.payload);
  }

  @OnCommand(UndoSettlement)
  undo(command: ReceivedCommand<typeof UndoSettlement>, tx: Tx): Promise<TransactionChanges> {
    return undoSettlement(tx, command.caller, command.payload);
  }
}
