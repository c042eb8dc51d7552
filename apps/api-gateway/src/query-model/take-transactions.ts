import { TransactionShapedV1 } from '@tributary/contracts';
import { shareUsers } from './account-deletion';
import { project } from './project';
import { TRANSACTIONS, transactionRows } from './transactions.projection';
import { ModelTx, Told } from './model-writes';

export async function takeShapedTransactions(
  tx: ModelTx,
  events: readonly Told<typeof TransactionShapedV1>[],
): Promise<void> {
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
