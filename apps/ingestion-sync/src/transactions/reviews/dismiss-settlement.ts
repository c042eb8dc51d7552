import { Caller, Problem, TransactionChanges } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { HandChanges, publishChanges } from '../by-hand/publish-changes';
import { lockOwnSettlement } from './own-settlement';
import { dismissReviews, moveSettlement, SettlementRow } from '../settlement/settlements.store';
import { release } from '../reviews.store';

/**
 * Removes a pair from the review list: the two transactions stay separate. A row under review counts from now on.
 * @throws Problem
 */
export async function dismissSettlement(
  tx: Tx,
  caller: Caller,
  { settlementId }: { readonly settlementId: number },
): Promise<TransactionChanges> {
  const { account, settlement } = await lockOwnSettlement(tx, caller, settlementId);
  if (settlement.status !== 'OPEN') throw Problem.conflict('Only an open review can be dismissed.');
  if (settlement.origin === 'MATCHED_DUPLICATE') {
    return publishChanges(tx, account, await dismissDuplicates(tx, [settlement]));
  }
  return publishChanges(tx, account, { settlements: await moveSettlement(tx, settlement, 'DISMISSED') });
}

/** Declares that the two booked rows of reviews are separate transactions. The accounts must be locked. */
export async function dismissDuplicates(
  tx: Tx,
  reviews: readonly SettlementRow[],
): Promise<Required<HandChanges>> {
  const settlements = await dismissReviews(
    tx,
    reviews.map(({ id }) => id),
  );
  const upserted = await release(
    tx,
    reviews.flatMap(({ pending_transaction_id: id }) => id ?? []),
  );
  return { upserted, removed: [], settlements };
}
