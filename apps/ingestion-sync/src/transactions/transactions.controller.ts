import { Controller } from '@nestjs/common';
import {
  AcceptSettlement,
  CommandResult,
  CreateTransaction,
  DeleteTransaction,
  DismissSettlement,
  ReprocessTransactions,
  TransactionChanges,
  UndoSettlement,
  UpdateTransaction,
} from '@tributary/contracts';
import { OnCommand, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { createTransaction } from './by-hand/create-transaction';
import { deleteTransaction } from './by-hand/delete-transaction';
import { updateTransaction } from './by-hand/update-transaction';
import { Providers } from '../providers/providers';
import { reprocessTransactions } from './reprocessing/reprocess-transactions';
import { acceptSettlement } from './settlement/accept-settlement';
import { dismissSettlement } from './settlement/dismiss-settlement';
import { undoSettlement } from './settlement/undo-settlement';

/** What users do to transactions and to the review list, and what is read again of what was kept. */
@Controller()
export class TransactionsController {
  constructor(private readonly providers: Providers) {}

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

  @OnCommand(ReprocessTransactions)
  reprocess(
    command: ReceivedCommand<typeof ReprocessTransactions>,
    tx: Tx,
  ): Promise<CommandResult<typeof ReprocessTransactions>> {
    return reprocessTransactions(tx, this.providers, command.caller, command.payload);
  }
}
