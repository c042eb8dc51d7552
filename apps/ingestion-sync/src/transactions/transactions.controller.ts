import { Controller } from '@nestjs/common';
import {
  AcceptSettlement,
  CommandResult,
  CreateTransaction,
  CreateTransactions,
  DeleteTransaction,
  DeleteTransactions,
  DismissSettlement,
  DismissUnreadRows,
  JoinTransaction,
  ListUnreadRows,
  MergeTransactions,
  ReprocessTransactions,
  ShowReportedTransaction,
  SplitTransaction,
  TransactionChanges,
  UndoMerge,
  UndoSettlement,
  UpdateTransaction,
  UpdateTransactions,
} from '@tributary/contracts';
import { OnCommand, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { createTransactions } from './by-hand/create-transactions';
import { deleteTransactions } from './by-hand/delete-transactions';
import { bulkResult, onlyResult } from './by-hand/each-item';
import { joinTransaction, splitTransaction } from './by-hand/split-transaction';
import { showReported } from './by-hand/own-transaction';
import { updateTransactions } from './by-hand/update-transactions';
import { Providers } from '../providers/providers';
import { reprocessTransactions } from './reprocessing/reprocessings';
import { acceptSettlement } from './reviews/accept-settlement';
import { dismissSettlement } from './reviews/dismiss-settlement';
import { mergeTransactions } from './reviews/merge-transactions';
import { undoLastMerge } from './reviews/undo-merge';
import { undoSettlement } from './reviews/undo-settlement';
import { dismissUnreadRows, listUnreadRows } from './unread/own-unread-rows';

/** Handles commands on transactions, the review list, unread rows and reprocessing. */
@Controller()
export class TransactionsController {
  constructor(
    private readonly providers: Providers,
    private readonly box: SecretBox,
  ) {}

  @OnCommand(CreateTransaction)
  async create({ caller, payload }: ReceivedCommand<typeof CreateTransaction>, tx: Tx) {
    return onlyResult(await createTransactions(tx, caller, [payload]));
  }

  @OnCommand(CreateTransactions)
  async createMany({ caller, payload }: ReceivedCommand<typeof CreateTransactions>, tx: Tx) {
    return bulkResult(await createTransactions(tx, caller, payload.items));
  }

  @OnCommand(UpdateTransaction)
  async update({ caller, payload }: ReceivedCommand<typeof UpdateTransaction>, tx: Tx) {
    return onlyResult(await updateTransactions(tx, caller, [payload]));
  }

  @OnCommand(UpdateTransactions)
  async updateMany({ caller, payload }: ReceivedCommand<typeof UpdateTransactions>, tx: Tx) {
    return bulkResult(await updateTransactions(tx, caller, payload.items));
  }

  @OnCommand(DeleteTransaction)
  async delete({ caller, payload }: ReceivedCommand<typeof DeleteTransaction>, tx: Tx) {
    return onlyResult(await deleteTransactions(tx, caller, [payload.transactionId]));
  }

  @OnCommand(DeleteTransactions)
  async deleteMany({ caller, payload }: ReceivedCommand<typeof DeleteTransactions>, tx: Tx) {
    const ids = payload.items.map(({ transactionId }) => transactionId);
    return bulkResult(await deleteTransactions(tx, caller, ids));
  }

  @OnCommand(ShowReportedTransaction)
  reported({ caller, payload }: ReceivedCommand<typeof ShowReportedTransaction>, tx: Tx) {
    return showReported(tx, caller, payload);
  }

  @OnCommand(SplitTransaction)
  split(command: ReceivedCommand<typeof SplitTransaction>, tx: Tx): Promise<TransactionChanges> {
    return splitTransaction(tx, command.caller, command.payload);
  }

  @OnCommand(JoinTransaction)
  join(command: ReceivedCommand<typeof JoinTransaction>, tx: Tx): Promise<TransactionChanges> {
    return joinTransaction(tx, command.caller, command.payload);
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

  @OnCommand(MergeTransactions)
  merge(command: ReceivedCommand<typeof MergeTransactions>, tx: Tx): Promise<TransactionChanges> {
    return mergeTransactions(tx, command.caller, command.payload);
  }

  @OnCommand(UndoMerge)
  undoMerge(command: ReceivedCommand<typeof UndoMerge>, tx: Tx): Promise<TransactionChanges> {
    return undoLastMerge(tx, command.caller, command.payload);
  }

  @OnCommand(ListUnreadRows)
  unreadRows({ caller, payload }: ReceivedCommand<typeof ListUnreadRows>, tx: Tx) {
    return listUnreadRows(tx, this.box, caller, payload);
  }

  @OnCommand(DismissUnreadRows)
  dismissUnread({ caller, payload }: ReceivedCommand<typeof DismissUnreadRows>, tx: Tx) {
    return dismissUnreadRows(tx, caller, payload);
  }

  @OnCommand(ReprocessTransactions)
  reprocess(
    command: ReceivedCommand<typeof ReprocessTransactions>,
    tx: Tx,
  ): Promise<CommandResult<typeof ReprocessTransactions>> {
    return reprocessTransactions(tx, this.providers, command.caller, command.payload);
  }
}
