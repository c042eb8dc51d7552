import { Caller, CommandPayload, DismissSettlement, Problem, TransactionChanges } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { HandChanges, publishChanges } from '../by-hand/publish-changes';
import { lockOwnSettlement, moveSettlement } from './own-settlement';
import { release } from '../settlement/under-review';
import { SettlementRow } from '../settlement/write-settlements';

/** Takes a pair off the review list: they stay two. A row that was under review counts from now on. @throws Problem */
export async function dismissSettlement(
  tx: Tx,
  caller: Caller,
  { settlementId }: CommandPayload<typeof DismissSettlement>,
): Promise<TransactionChanges> {
  const { account, settlement } = await lockOwnSettlement(tx, caller, settlementId);
  if (settlement.status !== 'OPEN') throw Problem.conflict('Only an open review can be dismissed.');
  if (settlement.origin === 'MATCHED_DUPLICATE') {
    return publishChanges(tx, account, await dismissDuplicates(tx, [settlement]));
  }
  return publishChanges(tx, account, { settlements: await moveSettlement(tx, settlement, 'DISMISSED') });
}

/** Says of reviews of two booked rows that they are two. The accounts must be locked. */
export async function dismissDuplicates(
  tx: Tx,
  reviews: readonly SettlementRow[],
): Promise<Required<HandChanges>> {
  const settlements = await tx.query<SettlementRow>(
    `update settlements set status = 'DISMISSED', version = version + 1, updated_at = now()
      where id = any($1::bigint[]) returning *`,
    [reviews.map(({ id }) => id)],
  );
  const upserted = await release(
    tx,
    reviews.flatMap(({ pending_transaction_id: id }) => id ?? []),
  );
  return { upserted, removed: [], settlements };
}
