import { Reconciliation } from '@tributary/contracts';

/** What is kept of a reconciliation between two syncs, beside what is shown. */
export interface StoredReconciliation extends Reconciliation {
  /** The type of balance that it is held against: another type counts otherwise. */
  readonly balance_type: string;
  readonly last_balance: string;
  /** Transactions booked from this day on are counted at the next check… */
  readonly floor: string;
  /** …and came to this at the last one. */
  readonly booked_from_floor: string;
}

/** As clients see it. */
export function shownReconciliation(stored: StoredReconciliation): Reconciliation {
  const { currency, since, checked_at, balance_change, transactions_total, difference } = stored;
  return { currency, since, checked_at, balance_change, transactions_total, difference };
}
