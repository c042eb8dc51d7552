import { Problem } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { FullTransaction, readTransactions } from '../transactions.store';
import { SettlementRow } from '../settlement/settlements.store';

/** The two transactions of a review, while they can still be made one. @throws Problem (conflict) */
export async function reviewSides(
  tx: Tx,
  settlement: SettlementRow,
): Promise<{ pending: FullTransaction; booked: FullTransaction }> {
  const rows = await readTransactions(tx, [
    settlement.pending_transaction_id,
    settlement.booked_transaction_id,
  ]);
  const pending = rows.find(({ id }) => id === settlement.pending_transaction_id);
  const booked = rows.find(({ id }) => id === settlement.booked_transaction_id);
  const isPending = pending && !pending.booked && (pending.state === 'LIVE' || pending.state === 'UNLISTED');
  if (!isPending || booked?.state !== 'LIVE' || !booked.booked) {
    throw Problem.conflict(
      'One of the two transactions has changed or was removed since; they cannot be merged.',
    );
  }
  if (booked.split !== null) {
    throw Problem.conflict(
      'The booked transaction is split: join its parts first, and split what the two become.',
    );
  }
  return { pending, booked };
}
