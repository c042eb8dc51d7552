import { addDecimals, compareDecimals, Decimal, negateDecimal } from '@tributary/money';
import { StatementBalance } from '../../formats/statement';

/** An entry, as far as the balance after it follows from it. */
interface Movement {
  readonly amount: Decimal;
  readonly day: string;
  /** As the file states it beside the entry. */
  readonly stated: Decimal | undefined;
}

/** Rows beside each other that late bookings hardly break all of. */
const STEPS_MIN = 4;

/**
 * The balance after each entry of an account: stated beside it, or what the opening balance of its statement comes to. Whether the
 * balances can be relied on is known at the end alone.
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

  /** @returns the balance after the entry; null where it is not known */
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
   * Stated balances must move, and be the running sum of the amounts in many of a few rows: late bookings break it, other columns
   * never have it. Others must be of entries that come oldest first, and `addUp` to the closing balance.
   */
  isReliable(addUp: boolean): boolean {
    if (this.balance === null && this.before === null) return true;
    if (this.before !== null) {
      const { fitting, still, all } = this.steps;
      return still * 2 <= all && (all < STEPS_MIN || fitting * 4 >= all);
    }
    return addUp && this.orders.older <= this.orders.newer;
  }

  /** Whether one of two entries in a row follows from the other: the oldest comes first, or the newest. */
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
