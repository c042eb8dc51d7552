import { Caller, CommandPayload, JoinTransaction, Problem, TransactionChanges } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { removeTransactions } from '../write-transactions';
import { lockWholeTransaction } from './own-transaction';
import { publishChanges } from './publish-changes';
import { saveSplit } from './save-split';

/** Removes the parts of a transaction, which counts again, with its own id and what the user set on it. @throws Problem */
export async function joinTransaction(
  tx: Tx,
  caller: Caller,
  { transactionId }: CommandPayload<typeof JoinTransaction>,
): Promise<TransactionChanges> {
  const { account, transaction } = await lockWholeTransaction(tx, caller, transactionId);
  const { split } = transaction;
  if (split === null) throw Problem.conflict('The transaction is not split: it has no parts to join.');
  const removed = await removeTransactions(
    tx,
    split.parts.map((id) => ({ id, state: 'DELETED' })),
  );
  const upserted = await saveSplit(tx, account, transaction, null);
  return publishChanges(tx, account, { upserted, removed });
}
