import { Caller, Problem } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { checkOwnAccount } from '../../accounts/chosen-accounts';
import { lockOwnTransaction } from '../by-hand/own-transaction';
import { FullTransaction, readTransactions } from '../transactions.store';

/** Locks the caller's transaction and its account. @throws Problem, also if it was merged into another transaction */
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

/** Checks that the transaction is not merged into another one. @throws Problem if it is */
export function checkUnmerged({ id, merged_into }: FullTransaction): void {
  if (merged_into === null) return;
  throw Problem.conflict(`Transaction ${id} is already merged into transaction ${merged_into}.`);
}
