import { FILE_BALANCE_GAPS_MAX, FileBalanceGap, FileBalances } from '@tributary/contracts';
import { addDecimals, compareDecimals, DecimalSum, isDecimal, negateDecimal } from '@tributary/money';
import { NO_CURRENCY, StatementBalance, StatementHolding } from '../../formats/statement';
import { FileHoldings } from '../file-reading';

/** A statement of an account: the entries from an opening balance to the next one. */
interface Statement {
  opening: StatementBalance | null;
  closing: StatementBalance | null;
  readonly sum: DecimalSum;
  entries: number;
}

/**
 * Compares the stated balances of an account with its entries while these arrive. Only the current statement and the
 * first gaps are stored. Omitted and unreadable rows are not counted, so that a lost row appears as a gap.
 */
export class StatementBalances {
  private present: Statement = newStatement();
  private first: StatementBalance | null = null;
  private last: StatementBalance | null = null;
  private readonly sum = new DecimalSum();
  private readonly difference = new DecimalSum();
  private readonly currencies = new Set<string>();
  private readonly gaps: FileBalanceGap[] = [];
  private entries = 0;
  private statements = 0;
  private gapCount = 0;

  addEntry({ amount, currency }: { readonly amount: string; readonly currency: string }): void {
    if (!isDecimal(amount)) return;
    if (currency !== NO_CURRENCY) this.currencies.add(currency);
    this.sum.add(amount);
    this.entries += 1;
    this.present.sum.add(amount);
    this.present.entries += 1;
  }

  addBalance(balance: StatementBalance): void {
    if (!isDecimal(balance.amount)) return;
    switch (balance.kind) {
      case 'OPENING':
        if (opensAnother(this.present, balance)) this.endStatement();
        this.present.opening = balance;
        if (this.first === null || balance.date < this.first.date) this.first = balance;
        return;
      case 'CLOSING':
        if (this.present.closing !== null) this.endStatement();
        this.present.closing = balance;
        if (this.last === null || balance.date >= this.last.date) this.last = balance;
        return;
      case 'AVAILABLE':
        return;
    }
  }

  /** Returns the balances; null if the file states none. */
  result(): FileBalances | null {
    this.endStatement();
    if (this.first === null && this.last === null) return null;
    const currency = this.last?.currency ?? this.first?.currency ?? null;
    // Entries in several currencies have no sum.
    const isChecked = this.statements > 0 && this.currencies.size <= 1;
    return {
      currency: currency === NO_CURRENCY ? null : currency,
      opening: this.first?.amount ?? null,
      opening_date: this.first?.date ?? null,
      closing: this.last?.amount ?? null,
      closing_date: this.last?.date ?? null,
      entries: this.entries,
      entries_sum: this.sum.value,
      statements: this.statements,
      adds_up: isChecked ? this.gapCount === 0 : null,
      difference: isChecked ? this.difference.value : null,
      gaps: isChecked ? this.gaps : [],
    };
  }

  private endStatement(): void {
    const { opening, closing, sum } = this.present;
    this.present = newStatement();
    if (opening === null || closing === null) return;
    this.statements += 1;
    const difference = addDecimals(closing.amount, negateDecimal(opening.amount), negateDecimal(sum.value));
    this.difference.add(difference);
    if (compareDecimals(difference, '0') === 0) return;
    this.gapCount += 1;
    if (this.gaps.length === FILE_BALANCE_GAPS_MAX) return;
    this.gaps.push({
      line: Math.max(1, opening.line),
      opening: opening.amount,
      closing: closing.amount,
      entries_sum: sum.value,
      difference,
    });
  }
}

function newStatement(): Statement {
  return { opening: null, closing: null, sum: new DecimalSum(), entries: 0 };
}

/**
 * Returns whether an opening balance belongs to the next statement. A file with the newest entry first states the
 * closing balance before the opening one.
 */
function opensAnother({ opening, closing, entries }: Statement, { date }: StatementBalance): boolean {
  if (opening !== null) return entries > 0 || closing !== null;
  return closing !== null && entries > 0 && date >= closing.date;
}

/** The most positions of one account. */
const POSITIONS_MAX = 5_000;

/** The positions of one account in the newest of its statements. */
export class StatedHoldings {
  private day = '';
  private positions: FileHoldings['positions'][number][] = [];
  private count = 0;

  add({ date, key, document }: StatementHolding): void {
    if (date < this.day) return;
    if (date > this.day) [this.day, this.positions, this.count] = [date, [], 0];
    this.count += 1;
    if (this.count <= POSITIONS_MAX) this.positions.push({ key, document });
  }

  /** Returns the positions; null if the file states none or too many, because a part would look like all of them. */
  result(): FileHoldings | null {
    return this.count === 0 || this.count > POSITIONS_MAX
      ? null
      : { day: this.day, positions: this.positions };
  }

  /** The reason why the positions are not stored; null if they are. */
  get problem(): string | null {
    return this.count > POSITIONS_MAX
      ? `The account has more than ${POSITIONS_MAX} positions, which are not stored.`
      : null;
  }
}
