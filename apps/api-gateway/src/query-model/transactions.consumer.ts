import { Controller } from '@nestjs/common';
import { TransactionShapedV1 } from '@tributary/contracts';
import { OnEvent, type ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { writeModel } from './model-writes';
import { takeShapedTransactions } from './take-transactions';

/** The transactions as the rule engine shaped them, raw values beside. */
@Controller()
export class TransactionsConsumer {
  @OnEvent(TransactionShapedV1)
  shaped(events: readonly ReceivedEvent<typeof TransactionShapedV1>[], tx: Tx): Promise<void> {
    return writeModel(tx, (model) => takeShapedTransactions(model, events));
  }
}
