import { Body, Controller, Delete, Inject, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { MergeTransactions, UndoMerge } from '@tributary/contracts';
import { changed, PathIdPipe } from '@tributary/http';
import type { Access } from '../../../identity/access/access';
import { Granted } from '../../../identity/access/scopes.guard';
import { Commands } from '../../../rest/commands';
import { Endpoint } from '../../../rest/openapi/endpoint';
import { MergeTransactionsBody } from './bulk-transaction.bodies';
import { Transaction } from '../transaction.schema';
import { TransactionsService } from '../transactions.service';

const MERGED = 'Transactions merged.';
const UNDONE = 'Merge undone.';

/** Merges two transactions into one, by the user's decision. */
@ApiTags('Finance: Transactions')
@Controller('finance/transactions/:transactionId/merge')
export class MergesController {
  constructor(
    @Inject(TransactionsService) private readonly transactions: TransactionsService,
    @Inject(Commands) private readonly commands: Commands,
  ) {}

  @Post()
  @Endpoint({
    summary: 'Merge another transaction of the account into this one',
    description:
      'For a duplicate that the bank sent, and for a pending and a booked transaction that were not recognised as one. This ' +
      'transaction keeps its id and shows the booked entry; the other one goes, and no sync brings it back. What was set on ' +
      'this transaction stays; what was set on the other one alone is taken over. Two booked transactions need equal amounts. ' +
      'The merge is in the list of settlement reviews, with its `origin`.',
    scopes: ['transactions:write'],
    of: 'resource',
    answer: changed(MERGED, Transaction),
  })
  async merge(
    @Granted() access: Access,
    @Param('transactionId', PathIdPipe) transactionId: number,
    @Body() { transaction_id: otherTransactionId }: MergeTransactionsBody,
  ) {
    const payload = { transactionId, otherTransactionId };
    await this.commands.change(MergeTransactions, payload, { access, key: transactionId });
    return { message: MERGED, data: await this.transactions.one(access, transactionId) };
  }

  @Delete()
  @Endpoint({
    summary: 'Undo the last merge into this transaction',
    description:
      'Each transaction shows its own entry again, with what was set on it. What was set on this one since the merge stays on it.',
    scopes: ['transactions:write'],
    of: 'resource',
    answer: changed(UNDONE, Transaction),
  })
  async undo(@Granted() access: Access, @Param('transactionId', PathIdPipe) transactionId: number) {
    await this.commands.change(UndoMerge, { transactionId }, { access, key: transactionId });
    return { message: UNDONE, data: await this.transactions.one(access, transactionId) };
  }
}
