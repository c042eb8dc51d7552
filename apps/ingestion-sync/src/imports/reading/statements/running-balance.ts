import { addDecimals, compareDecimals, Decimal, negateDecimal } from '@tributary/money';
import { StatementBalance } from '../../formats/statement';

/** The members of an entry that determine the balance after it. */
interface Movement {
  readonly amount: Decimal;
  readonly day: string;
  /** The balance that the file states beside the entry. */
  readonly stated: Decimal | undefined;
}

/** The required number of adjacent rows; late bookings rarely break all of so many. */
const STEPS_MIN = 4;

/**
 * Computes the balance after each entry of an account: the balance stated beside the entry, or one derived from the
 * opening balance of the statement. Whether the balances are reliable is known only at the end.
 */
export class RunningBalance {
  private balance: Decimal | null = null;
  private before: { readonly amount: Decimal; readonly balance: Decimal } | null = null;
  private day = '';
  private readonly orders = { older: 0, newer: 0 };
  private readonly steps = { fitting: 0, still: 0, all: 0 };

  addBalance({ kind, amount }: StatementBalance): void {
    if (kind !== 'OPENING') return;
    this.balance = amount;
    this.day = '';
  }

  /**
   * Adds an entry.
   * @returns the balance after the entry; null if unknown
   */
  addEntry({ amount, day, stated }: Movement): Decimal | null {
    if (stated !== undefined) {
      this.compare(amount, stated);
      return stated;
    }
    if (this.balance === null) return null;
    if (this.day !== '' && day !== this.day) this.orders[day < this.day ? 'older' : 'newer'] += 1;
    this.day = day;
    this.balance = addDecimals(this.balance, amount);
    return this.balance;
  }

  /**
   * Returns whether the balances are reliable. Stated balances must vary, and be the running sum of the amounts in many
   * of a few adjacent rows: late bookings break some, and other columns never fit. Derived balances need entries in
   * chronological order that `addUp` to the closing balance.
   */
  isReliable(addUp: boolean): boolean {
    if (this.balance === null && this.before === null) return true;
    if (this.before !== null) {
      const { fitting, still, all } = this.steps;
      return still * 2 <= all && (all < STEPS_MIN || fitting * 4 >= all);
    }
    return addUp && this.orders.older <= this.orders.newer;
  }

  /** Compares adjacent entries in both orders: the oldest first, and the newest first. */
  private compare(amount: Decimal, balance: Decimal): void {
    const { before } = this;
    this.before = { amount, balance };
    if (before === null) return;
    const followsFrom = (later: typeof before, earlier: typeof before): boolean =>
      compareDecimals(addDecimals(later.balance, negateDecimal(later.amount)), earlier.balance) === 0;
    this.steps.all += 1;
    if (compareDecimals(balance, before.balance) === 0) this.steps.still += 1;
    if (followsFrom(this.before, before) || followsFrom(before, this.before)) this.steps.fitting += 1;
  }
}
