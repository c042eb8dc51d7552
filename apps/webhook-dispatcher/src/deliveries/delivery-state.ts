import { DeliveryAttempt, DeliveryState, WebhookDeliveredV1 } from '@tributary/contracts';
import { event, OutgoingEvent } from '@tributary/messaging';
import { DeliveryStateRow } from './deliveries.store';

const STATES_PER_MESSAGE = 500;
/** The most transaction ids of all states in one message: a third of what fits. */
const TRANSACTION_IDS_PER_MESSAGE = 20_000;

/**
 * Returns the published state of a delivery.
 * @param attempt the attempt that led to this state; null if none did
 */
export function toState(row: DeliveryStateRow, attempt: DeliveryAttempt | null): DeliveryState {
  return {
    id: row.id,
    version: row.version,
    messageId: row.message_id,
    eventType: row.event_type,
    financialAccountId: accountOf(row.lane),
    ...(row.transaction_ids.length === 0 ? {} : { transactionIds: [...row.transaction_ids] }),
    status: row.status,
    attempts: row.attempts,
    nextAttemptAt: row.status === 'PENDING' ? (row.next_attempt_at?.toISOString() ?? null) : null,
    createdAt: typeof row.created_at === 'string' ? row.created_at : row.created_at.toISOString(),
    attempt,
  };
}

/** Returns the results of deliveries to one endpoint, in messages that fit on the bus. */
export function deliveredEvents(
  { id: endpointId, userId }: { readonly id: number; readonly userId: number },
  states: readonly DeliveryState[],
): OutgoingEvent[] {
  return portionsOf(states).map((deliveries) =>
    event(WebhookDeliveredV1, endpointId, { endpointId, userId, deliveries }),
  );
}

function portionsOf(states: readonly DeliveryState[]): DeliveryState[][] {
  const portions: DeliveryState[][] = [];
  let portion: DeliveryState[] = [];
  let ids = 0;
  for (const state of states) {
    const added = state.transactionIds?.length ?? 0;
    const isFull = portion.length === STATES_PER_MESSAGE || ids + added > TRANSACTION_IDS_PER_MESSAGE;
    if (portion.length === 0 || isFull) {
      portion = [];
      portions.push(portion);
      ids = 0;
    }
    portion.push(state);
    ids += added;
  }
  return portions;
}

function accountOf(lane: string): number | null {
  const [kind, id] = lane.split(':');
  return kind === 'account' ? Number(id) : null;
}
