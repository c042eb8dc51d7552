import { Context } from '@opentelemetry/api';
import { SettlementUpsertedV1 } from '@tributary/contracts';
import { event, OutgoingEvent } from '@tributary/messaging';
import { SettlementRow } from './settlements.store';
import { toSettlement } from './settlement-document';

const SETTLEMENTS_PER_EVENT = 200;

/** The events of one account's settlements. */
export function settlementEvents(
  account: { readonly id: number; readonly userId: number },
  rows: readonly SettlementRow[],
  trace?: Context,
): OutgoingEvent[] {
  const events: OutgoingEvent[] = [];
  for (let from = 0; from < rows.length; from += SETTLEMENTS_PER_EVENT) {
    const settlements = rows.slice(from, from + SETTLEMENTS_PER_EVENT).map(toSettlement);
    const payload = { financialAccountId: account.id, userId: account.userId, settlements };
    events.push(event(SettlementUpsertedV1, account.id, payload, trace));
  }
  return events;
}
