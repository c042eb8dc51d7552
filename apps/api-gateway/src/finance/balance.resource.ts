import { idText, timeText, wireText } from '../wire-values';
import { BalanceRow } from './balances.reader';

/** A balance as it was recorded: texts all, empty where the institution did not say. */
export function toBalance({
  id,
  account_id,
  created_at,
  updated_at,
  document,
}: BalanceRow): Readonly<Record<string, unknown>> {
  return {
    id: idText(id),
    financial_account_id: idText(account_id),
    amount: document.amount,
    currency: document.currency,
    type: document.type,
    category: document.category ?? '',
    reference_date: document.reference_date ?? '',
    credit_limit_included: flagOrEmpty(document.credit_limit_included),
    last_committed_transaction_entry_ref: document.last_committed_transaction_entry_ref ?? '',
    integrator_last_changed_at: document.integrator_last_changed_at ?? '',
    created_at: timeText(created_at),
    updated_at: timeText(updated_at),
  };
}

function flagOrEmpty(flag: boolean | null | undefined): string {
  return flag === null || flag === undefined ? '' : wireText(flag);
}
