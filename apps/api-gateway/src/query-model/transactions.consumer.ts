import { Controller } from '@nestjs/common';
import { TransactionShapedV1 } from '@tributary/contracts';
import { OnEvent, type ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { shareUsers } from './account-deletion';
import { project } from './project';
import { TRANSACTIONS, transactionRows } from './transactions.projection';

/** The transactions as the rule engine shaped them, raw values beside. */
@Controller()
export class TransactionsConsumer {
  @OnEvent(TransactionShapedV1)
  async shaped(events: readonly ReceivedEvent<typeof TransactionShapedV1>[], tx: Tx): Promise<void> {
    await shareUsers(
      tx,
      events.map(({ payload }) => payload.userId),
    );
    await project(
      tx,
      TRANSACTIONS,
      events.flatMap(({ payload }) => transactionRows(payload)),
    );
  }
}
