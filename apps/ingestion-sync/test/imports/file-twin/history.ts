import { Random } from './random';

/** A real payment, which files and syncs list or not. */
export interface Payment {
  /** Its number in the order in which the bank posted payments, from 0. */
  readonly number: number;
  /** Days since the beginning of the history. */
  readonly day: number;
  /** The day on which the bank posted it; later than its own day for a late booking. */
  readonly postedOn: number;
  /** Hundredths; negative for outgoing money. */
  readonly cents: number;
  readonly name: string;
  readonly id: string;
  /** The balance after it was posted, in hundredths. */
  readonly balance: number;
}

export interface HistoryWishes {
  readonly lateBookings: boolean;
}

const NAMES = ['Kiosk 7', 'Kiosk 8', 'Canteen', 'Taxi', 'Grocer North'];
const CENTS = [-250, -250, -250, -500, -900, 4_000];
const FIRST_BALANCE = 100_000;

/**
 * Returns a random account over some weeks, in which equal payments on one day are frequent. No balance occurs twice on
 * a day, because balances would then prove nothing.
 */
export function randomHistory(random: Random, { lateBookings }: HistoryWishes): Payment[] {
  const days = random.whole(4, 24);
  const posted: Omit<Payment, 'number' | 'balance' | 'id'>[] = [];
  for (let day = 0; day < days; day += 1) {
    for (let count = random.whole(0, 4); count > 0; count -= 1) {
      const isLate = lateBookings && day > 2 && random.chance(0.1);
      posted.push({
        day: isLate ? day - random.whole(1, 2) : day,
        postedOn: day,
        cents: random.of(CENTS),
        name: random.of(NAMES),
      });
    }
  }
  const history: Payment[] = [];
  let balance = FIRST_BALANCE;
  let seen = new Set<number>([balance]);
  let today = -1;
  for (const payment of posted) {
    if (payment.postedOn !== today) [today, seen] = [payment.postedOn, new Set([balance])];
    if (seen.has(balance + payment.cents)) continue;
    balance += payment.cents;
    seen.add(balance);
    const number = history.length;
    history.push({ ...payment, number, balance, id: `B${String(20_260_000_000 + number * 7 + 13)}` });
  }
  return history;
}

const BEGINNING = Date.UTC(2026, 0, 5);

/** Returns the ISO day of a day of the history. */
export function isoOf(day: number): string {
  return new Date(BEGINNING + day * 86_400_000).toISOString().slice(0, 10);
}

export function decimalOf(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
