import { Caller, Problem } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { removeTransactions } from '../write-transactions';
import { ItemResults } from './each-item';
import { lockOwnTransactions } from './own-transaction';
import { publishChangesOfAccounts } from './publish-changes';

/** Removes transactions and keeps their identity, so that no sync brings them back. */
export async function deleteTransactions(
  tx: Tx,
  caller: Caller,
  ids: readonly number[],
): Promise<ItemResults> {
  const own = await lockOwnTransactions(tx, caller, ids);
  const isDeleted = (id: number, index: number): boolean => own.has(id) && ids.indexOf(id) === index;
  const removed = await removeTransactions(
    tx,
    [...own.keys()].map((id) => ({ id, state: 'DELETED' as const })),
  );
  const changes = removed.flatMap((one) => {
    const account = own.get(one.id)?.account;
    return account ? [{ account, removed: [one] }] : [];
  });
  return {
    outcomes: ids.map((id, index) => (isDeleted(id, index) ? id : Problem.notFound())),
    changes: await publishChangesOfAccounts(tx, changes),
  };
}
