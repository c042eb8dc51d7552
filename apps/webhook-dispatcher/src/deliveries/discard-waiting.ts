import { appendToOutbox } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { accountLane } from './account-lane';
import { discardDeliveries, lockSender } from './deliveries.store';
import { deliveredEvents, toState } from './delivery-state';

/**
 * Discards the waiting deliveries of an endpoint that was disabled, or that may now read less; they can be recovered.
 * @param exceptAccountIds deliveries about these accounts stay; null: none stay
 */
export async function discardWaiting(
  tx: Tx,
  endpoint: { readonly id: number; readonly userId: number },
  exceptAccountIds: readonly number[] | null = null,
): Promise<void> {
  await lockSender(tx, endpoint.id);
  const rows = await discardDeliveries(tx, endpoint.id, (exceptAccountIds ?? []).map(accountLane));
  const states = rows.sort((a, b) => a.id - b.id).map((row) => toState(row, null));
  await appendToOutbox(tx, deliveredEvents(endpoint, states));
}
