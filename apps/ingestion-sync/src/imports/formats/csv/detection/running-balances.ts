import { inCurrency } from '../../values/amounts';
import { StatementBalance, StatementEntry } from '../../statement';
import { decimalOf, unitsOf } from '../units';

interface Row {
  readonly line: number;
  readonly day: string;
  readonly balance: bigint;
  readonly amount: bigint;
}

/** The state of one account: a few numbers, independent of the file's size. */
interface Account {
  readonly currency: string;
  readonly first: Row;
  last: Row;
  /** The number of neighbours that follow each other in the order of the file, and in the reverse order. */
  down: number;
  up: number;
  pairs: number;
  firstDown: boolean;
  firstUp: boolean;
  lastDown: boolean;
  lastUp: boolean;
}

/** Required share of linked neighbours, because rows of one day may be in another order. */
const SHARE_MIN = 0.5;

/**
 * Tracks the balances that rows state after each movement. At the end of the file it returns the opening and the
 * closing balance of each account whose rows prove their order.
 */
export class RunningBalances {
  private readonly accounts = new Map<string, Account>();

  /** Returns whether the balance changed by the amount since the previous row; null if that is unknown. */
  moved(accountKey: string, balance: string | undefined, amount: string): boolean | null {
    const last = this.accounts.get(accountKey)?.last;
    if (last === undefined || balance === undefined) return null;
    const change = unitsOf(balance) - last.balance;
    return change === unitsOf(amount);
  }

  /** @param amount of the row with the fee that was also taken from the account */
  add({ accountKey, line, document }: StatementEntry, fee: string | null): void {
    const day = document.booking_date ?? document.value_date ?? null;
    if (document.balance_after_transaction === undefined || day === null || !document.booked) return;
    const amount = unitsOf(document.amount) + (fee === null ? 0n : unitsOf(fee));
    const row: Row = { line, day, balance: unitsOf(document.balance_after_transaction), amount };
    const account = this.accounts.get(accountKey);
    if (account === undefined) {
      const none = {
        down: 0,
        up: 0,
        pairs: 0,
        firstDown: false,
        firstUp: false,
        lastDown: false,
        lastUp: false,
      };
      this.accounts.set(accountKey, { currency: document.currency, first: row, last: row, ...none });
    } else link(account, row);
  }

  items(): StatementBalance[] {
    return [...this.accounts].flatMap(([accountKey, account]) => balancesOf(accountKey, account));
  }
}

function link(account: Account, row: Row): void {
  const { last } = account;
  account.lastDown = row.balance === last.balance + row.amount;
  account.lastUp = last.balance === row.balance + last.amount;
  if (account.pairs === 0) [account.firstDown, account.firstUp] = [account.lastDown, account.lastUp];
  account.pairs += 1;
  if (account.lastDown) account.down += 1;
  if (account.lastUp) account.up += 1;
  account.last = row;
}

/**
 * Returns the balances. The first and the last row must be in the order of the others; otherwise the balances before
 * and after all rows are unknown.
 */
function balancesOf(accountKey: string, account: Account): StatementBalance[] {
  const { first, last, pairs, down, up } = account;
  const isDown = account.firstDown && account.lastDown && down > up && down >= pairs * SHARE_MIN;
  const isUp = account.firstUp && account.lastUp && up > down && up >= pairs * SHARE_MIN;
  if (isDown === isUp || (isDown ? first.day > last.day : first.day < last.day)) return [];
  const [earliest, latest] = isDown ? [first, last] : [last, first];
  const balance = (kind: 'OPENING' | 'CLOSING', row: Row, units: bigint): StatementBalance => ({
    accountKey,
    line: row.line,
    kind,
    amount: inCurrency(decimalOf(units), account.currency),
    currency: account.currency,
    date: row.day,
  });
  return [
    balance('OPENING', earliest, earliest.balance - earliest.amount),
    balance('CLOSING', latest, latest.balance),
  ];
}
