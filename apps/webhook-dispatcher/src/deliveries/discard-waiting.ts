import { appendToOutbox } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { accountLane } from './account-lane';
import { deliveredEvents, DeliveryStateRow, STATE_COLUMNS, toState } from './delivery-state';

/**
 * Discards the waiting deliveries of an endpoint that was turned off, or that may read less now; they can be recovered.
 * @param keptAccountIds deliveries about these accounts stay; null: none does.
 */
export async function discardWaiting(
  tx: Tx,
  endpoint: { readonly id: number; readonly userId: number },
  keptAccountIds: readonly number[] | null = null,
): Promise<void> {
  await holdSender(tx, endpoint.id);
  const rows = await tx.query<DeliveryStateRow>(
    `update deliveries d set status = 'DISCARDED', version = d.version + 1
      where d.endpoint_id = $1 and d.status = 'PENDING' and d.lane <> all($2::text[])
     returning ${STATE_COLUMNS}`,
    [endpoint.id, (keptAccountIds ?? []).map(accountLane)],
  );
  const states = rows.sort((a, b) => a.id - b.id).map((row) => toState(row, null));
  await appendToOutbox(tx, deliveredEvents(endpoint, states));
}

/** Waits for the endpoint's sender, who saves many rows at once, to avoid a deadlock. */
export async function holdSender(tx: Tx, endpointId: number): Promise<void> {
  await tx.query('select 1 from sending_states where endpoint_id = $1 for update', [endpointId]);
}
