import { Caller, decidedOr, Problem } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { followSplits } from '../follow-splits';
import { closeDuplicateReviews } from '../settlement/under-review';
import { ItemResults } from './each-item';
import { checkIsWhole, lockOwnTransactions } from './own-transaction';
import { publishChangesOfAccounts } from './publish-changes';
import { removeTransactions } from '../saved-transactions.store';

/**
 * Removes transactions, with the parts of split ones, and stores their identity, so that no sync brings them back. A
 * part alone is refused. The review of a removed row is closed; the other row of that review counts from now on.
 */
export async function deleteTransactions(
  tx: Tx,
  caller: Caller,
  ids: readonly number[],
): Promise<ItemResults> {
  const own = await lockOwnTransactions(tx, caller, ids);
  const outcomes = ids.map((id, index) =>
    decidedOr(() => {
      const found = ids.indexOf(id) === index ? own.get(id) : undefined;
      if (!found) throw Problem.notFound();
      checkIsWhole(found);
      return id;
    }),
  );
  const deleted = outcomes.filter((outcome) => typeof outcome === 'number');
  const removed = await removeTransactions(
    tx,
    deleted.map((id) => ({ id, state: 'DELETED' })),
  );
  const split = deleted.filter((id) => own.get(id)?.transaction.split);
  const parts = await followSplits(tx, split);
  const reviews = await closeDuplicateReviews(tx, removed);
  const accounts = new Map([...own.values()].map(({ account }) => [account.id, account]));
  const changes = [...removed, ...parts.removed].flatMap((one) => {
    const account = accounts.get(one.accountId);
    return account ? [{ account, removed: [one] }] : [];
  });
  const closed = [...accounts.values()].map((account) => ({
    account,
    upserted: reviews.released.filter(({ account_id }) => account_id === account.id),
    settlements: reviews.settlements.filter(({ account_id }) => account_id === account.id),
  }));
  const changed = new Set(changes.map(({ account }) => account.id));
  const reviewed = closed.filter(({ account }) => changed.has(account.id));
  return { outcomes, changes: await publishChangesOfAccounts(tx, [...changes, ...reviewed]) };
}
