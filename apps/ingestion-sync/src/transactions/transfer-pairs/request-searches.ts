import { TransactionDocument } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { insertRequests } from './search-requests.store';
import { dayOf } from '../../providers/mapping/mapped-fields';

/** A written transaction. */
interface Changed {
  readonly accountId: number;
  readonly document: TransactionDocument;
}

/** A sync saves a month in many writes; the month is searched when no write has followed for this long. */
const GATHERED_S = 5;

/**
 * Leaves a search for each month in which transactions changed, where the user has other accounts to pair them with.
 * Each writer leaves its own: it waits for no other one and for no search, and no search misses rows that are committed
 * after it began.
 */
export async function requestSearches(tx: Tx, changed: readonly Changed[]): Promise<void> {
  const months = new Map(
    changed.flatMap(({ accountId, document }) => {
      const day = document.booked ? dayOf(document) : null;
      const month = day === null ? null : `${day.slice(0, 7)}-01`;
      return month === null ? [] : [[`${accountId} ${month}`, { accountId, month }] as const];
    }),
  );
  if (months.size === 0) return;
  const wanted = [...months.values()];
  await insertRequests(tx, wanted, GATHERED_S);
}
