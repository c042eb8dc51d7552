import { Controller } from '@nestjs/common';
import {
  CommandResult,
  CreateTransactions,
  DecideSettlement,
  DeleteTransactions,
  DismissUnreadRows,
  JoinTransaction,
  ListUnreadRows,
  MergeTransactions,
  ReprocessTransactions,
  ShowReportedTransaction,
  SplitTransaction,
  TransactionChanges,
  UndoMerge,
  UpdateTransactions,
} from '@tributary/contracts';
import { OnCommand, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { createTransactions } from './by-hand/create-transactions';
import { deleteTransactions } from './by-hand/delete-transactions';
import { bulkResult } from './by-hand/each-item';
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

const DECIDED = { accept: acceptSettlement, dismiss: dismissSettlement, undo: undoSettlement } as const;

/** Handles commands on transactions, the review list, unread rows and reprocessing. */
@Controller()
export class TransactionsController {
  constructor(
    private readonly providers: Providers,
    private readonly box: SecretBox,
  ) {}

  @OnCommand(CreateTransactions)
  async create({ caller, payload }: ReceivedCommand<typeof CreateTransactions>, tx: Tx) {
    return bulkResult(await createTransactions(tx, caller, payload.items), payload.mode);
  }

  @OnCommand(UpdateTransactions)
  async update({ caller, payload }: ReceivedCommand<typeof UpdateTransactions>, tx: Tx) {
    return bulkResult(await updateTransactions(tx, caller, payload.items), payload.mode);
  }

  @OnCommand(DeleteTransactions)
  async delete({ caller, payload }: ReceivedCommand<typeof DeleteTransactions>, tx: Tx) {
    const ids = payload.items.map(({ transactionId }) => transactionId);
    return bulkResult(await deleteTransactions(tx, caller, ids), payload.mode);
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

  @OnCommand(DecideSettlement)
  decide({ caller, payload }: ReceivedCommand<typeof DecideSettlement>, tx: Tx): Promise<TransactionChanges> {
    const { settlement_id: settlementId, decision } = payload;
    return DECIDED[decision](tx, caller, { settlementId });
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
