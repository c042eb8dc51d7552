import { Caller, Problem } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { checkOwnAccount } from '../../accounts/chosen-accounts';
import { FullTransaction, lockOwnTransaction, readTransactions } from '../by-hand/own-transaction';

/** The caller's transaction with its account, locked. @throws Problem, which says so where it was merged into another one */
export async function lockUnmerged(
  tx: Tx,
  caller: Caller,
  transactionId: number,
): ReturnType<typeof lockOwnTransaction> {
  const [found] = await readTransactions(tx, [transactionId]);
  if (found) {
    await checkOwnAccount(tx, caller, found.account_id);
    checkUnmerged(found);
  }
  return lockOwnTransaction(tx, caller, transactionId);
}

/** @throws Problem where the transaction is shown by another one */
export function checkUnmerged({ id, merged_into }: FullTransaction): void {
  if (merged_into === null) return;
  throw Problem.conflict(`Transaction ${id} is already merged into transaction ${merged_into}.`);
}
