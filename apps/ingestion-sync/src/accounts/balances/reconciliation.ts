import { BalanceDocument, Reconciliation } from '@tributary/contracts';
import { addDecimals, negateDecimal, withMinorDigits } from '@tributary/money';

/** The stored state of a reconciliation between two syncs, in addition to the shown result. */
export interface StoredReconciliation extends Reconciliation {
  /** The compared type of balance; another type may count differently. */
  readonly balance_type: string;
  readonly last_balance: string;
  /** Transactions booked from this day on are counted at the next check… */
  readonly floor: string;
  /** …and the sum was this at the last check. */
  readonly booked_from_floor: string;
}

/** A balance of booked transactions only. */
export interface BookedBalance {
  readonly type: string;
  readonly currency: string;
  readonly amount: string;
  /** The last included day; null for a current balance. */
  readonly until: string | null;
}

/** The balance and the sums of one sync. The sums cover booked transactions up to the balance's last day. */
export interface ReconciliationReading {
  readonly balance: BookedBalance;
  /** The sum from the last check's floor on; equal to `bookedFromFloor` if there was no check. */
  readonly bookedFromLastFloor: string;
  readonly floor: string;
  readonly bookedFromFloor: string;
  readonly at: string;
}

/**
 * Types of booked balances, current ones first, then those at the end of a day: names of the Berlin Group and ISO
 * codes.
 */
const BOOKED_TYPES = [
  ['interimBooked', 'ITBD'],
  ['closingBooked', 'CLBD'],
];
const CLOSING = ['closingBooked', 'CLBD'];

/**
 * Returns the balance to compare with transactions; null if the provider reports none of booked transactions only,
 * because one with pending entries proves nothing.
 */
export function bookedBalance(
  balances: readonly BalanceDocument[],
  accountCurrency: string | null,
): BookedBalance | null {
  const currency = accountCurrency ?? balances[0]?.currency;
  const candidates = balances.filter((balance) => balance.currency === currency);
  for (const names of BOOKED_TYPES) {
    const found = candidates.find(({ type }) => names.includes(type));
    if (!found) continue;
    const until = CLOSING.includes(found.type) ? found.reference_date : null;
    return { type: found.type, currency: found.currency, amount: found.amount, until };
  }
  return null;
}

/**
 * Compares the change of the balance with the transactions booked in between. The first check, and one of another type
 * or currency of balance, starts a new comparison. A transaction that arrives late removes its difference again,
 * because the amounts are summed from the start.
 */
export function reconcile(
  last: StoredReconciliation | null,
  reading: ReconciliationReading,
): StoredReconciliation {
  const { balance, bookedFromFloor, floor, at } = reading;
  const { type: balance_type, currency, amount: last_balance } = balance;
  const state = { balance_type, currency, last_balance, floor, checked_at: at };
  const money = (value: string): string => withMinorDigits(value, currency);
  const kept = { ...state, booked_from_floor: money(bookedFromFloor) };
  if (last?.balance_type !== balance_type || last.currency !== currency) {
    const zero = money('0');
    return { ...kept, since: at, balance_change: zero, transactions_total: zero, difference: zero };
  }
  const balance_change = subtract(addDecimals(last.balance_change, balance.amount), last.last_balance);
  const booked = subtract(reading.bookedFromLastFloor, last.booked_from_floor);
  const transactions_total = addDecimals(last.transactions_total, booked);
  return {
    ...kept,
    since: last.since,
    balance_change: money(balance_change),
    transactions_total: money(transactions_total),
    difference: money(subtract(balance_change, transactions_total)),
  };
}

/** Returns the reconciliation as clients see it. */
export function shownReconciliation(stored: StoredReconciliation): Reconciliation {
  const { currency, since, checked_at, balance_change, transactions_total, difference } = stored;
  return { currency, since, checked_at, balance_change, transactions_total, difference };
}

function subtract(a: string, b: string): string {
  return addDecimals(a, negateDecimal(b));
}
