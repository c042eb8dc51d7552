import type { Delivery, Hook } from './hook';
import type { ReceiverState } from './receiver.state';

const CREATED = 'transactions.created';
const UPDATED = 'transactions.updated';

/** All deliveries to a hook, each webhook id once, in the order of first arrival. */
export function receiverLedger(state: ReceiverState, hook: Hook): object {
  const deliveries = [...hook.deliveries.values()];
  const orderByAccount: Record<string, string[]> = {};
  for (const delivery of deliveries) {
    if (delivery.account !== null) (orderByAccount[delivery.account] ??= []).push(delivery.webhookId);
  }
  return {
    summary: receiverSummary(state, hook),
    deliveries: deliveries.map(({ webhookId, ...rest }) => ({ webhook_id: webhookId, ...rest })),
    order_by_account: orderByAccount,
    created: countsById(deliveries, CREATED),
    updated: countsById(deliveries, UPDATED),
  };
}

export function receiverSummary(state: ReceiverState, hook: Hook): object {
  const deliveries = [...hook.deliveries.values()];
  const types: Record<string, number> = {};
  for (const { type } of deliveries) types[type] = (types[type] ?? 0) + 1;
  return {
    deliveries: hook.arrivals,
    last_arrival_at: hook.lastArrivalAt,
    unique_ids: deliveries.length,
    accepted_ids: deliveries.filter((delivery) => delivery.accepted > 0).length,
    repeated_ids: deliveries.filter((delivery) => delivery.received > 1).length,
    bad_signatures: hook.badSignatures,
    requests_in_retry_after: state.retryWindows.earlyRequests(`/hooks/${hook.name}`),
    types,
    transactions_created: totals(countsById(deliveries, CREATED)),
    transactions_updated: totals(countsById(deliveries, UPDATED)),
  };
}

/** The number of deliveries of a type that each transaction was in: repeats of one webhook id count once. */
function countsById(deliveries: readonly Delivery[], type: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const delivery of deliveries) {
    if (delivery.type !== type) continue;
    for (const { id } of delivery.transactions) counts[id] = (counts[id] ?? 0) + 1;
  }
  return counts;
}

function totals(counts: Record<string, number>): object {
  const values = Object.values(counts);
  return { distinct: values.length, received: values.reduce((sum, count) => sum + count, 0) };
}
