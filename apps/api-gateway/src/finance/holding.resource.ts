import { idText, timeText, wireText } from '../wire-values';
import { HoldingRow } from './holdings.reader';

/** A position, its numbers as exact decimal texts. */
export function toHolding({
  id,
  account_id,
  created_at,
  updated_at,
  document,
}: HoldingRow): Readonly<Record<string, unknown>> {
  return {
    id: idText(id),
    financial_account_id: idText(account_id),
    instrument: document.instrument,
    option: document.option,
    units: document.units,
    price: document.price,
    cost_basis: document.cost_basis,
    market_value: document.market_value,
    currency: document.currency,
    cash_equivalent: wireText(document.cash_equivalent),
    created_at: timeText(created_at),
    updated_at: timeText(updated_at),
  };
}
