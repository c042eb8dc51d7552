import { OutgoingEvent } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { toEntry, transferLogged } from '../transfers/transfer-logged';
import { endWaitingTransfers, LinkTarget } from '../transfers/transfers.store';

/**
 * Ends the pending transfers of links that now point elsewhere or were deleted. Rows at the old destination remain.
 * @returns the events that publish it
 */
export async function endWaiting(tx: Tx, old: readonly LinkTarget[]): Promise<OutgoingEvent[]> {
  const rows = await endWaitingTransfers(tx, old);
  return transferLogged(
    rows.map((row) => ({ accountId: row.accountId, userId: row.userId, entry: toEntry(row) })),
  );
}
