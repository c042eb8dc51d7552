import { Caller, CommandPayload, DeleteTransaction, TransactionChanges } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { removeTransactions } from '../write-transactions';
import { lockOwnTransaction } from './own-transaction';
import { publishChanges } from './publish-changes';

/** Removes a transaction for everyone and keeps what it goes by, so that no sync brings it back. @throws Problem */
export async function deleteTransaction(
  tx: Tx,
  caller: Caller,
  { transactionId }: CommandPayload<typeof DeleteTransaction>,
): Promise<TransactionChanges> {
  const { account } = await lockOwnTransaction(tx, caller, transactionId);
  const removed = await removeTransactions(tx, [{ id: transactionId, state: 'DELETED' }]);
  return publishChanges(tx, account, { removed });
}
