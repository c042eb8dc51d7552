import { Tx } from '@tributary/persistence';
import { WrittenRow } from '../transactions.store';
import { release, reopenReviews } from '../reviews.store';
import { SettlementRow, supersedeDuplicates } from './settlements.store';

/** A transaction with its account. */
interface OfAccount {
  readonly id: number;
  readonly accountId: number;
}

/** Reviews that were closed or reopened, and transactions that count from now on. */
export interface ReviewChanges {
  readonly settlements: readonly SettlementRow[];
  readonly released: readonly WrittenRow[];
}

const NOTHING: ReviewChanges = { settlements: [], released: [] };

/**
 * Closes the open reviews of two booked rows if one of them was removed or became another transaction. The remaining
 * row is no longer under review.
 */
export async function closeDuplicateReviews(tx: Tx, gone: readonly OfAccount[]): Promise<ReviewChanges> {
  if (gone.length === 0) return NOTHING;
  const settlements = await supersedeDuplicates(tx, ...parametersOf(gone));
  const released = await release(
    tx,
    settlements.flatMap(({ pending_transaction_id: id }) => id ?? []),
  );
  return { settlements, released };
}

/**
 * Reopens reviews that were closed because a row was removed, now that it is back. A row that was published as counting
 * in the meantime stays so.
 */
export async function reopenDuplicateReviews(tx: Tx, back: readonly OfAccount[]): Promise<SettlementRow[]> {
  if (back.length === 0) return [];
  return reopenReviews(tx, ...parametersOf(back));
}

/** The ids of the accounts, and of the rows. */
function parametersOf(rows: readonly OfAccount[]): [number[], number[]] {
  return [[...new Set(rows.map(({ accountId }) => accountId))], rows.map(({ id }) => id)];
}
