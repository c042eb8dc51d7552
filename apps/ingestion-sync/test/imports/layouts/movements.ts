import { SeededRandom } from '@tributary/testing';
import { partiesOf, Party } from './parties';

/** One movement of an invented account. Money is in cents. */
export interface Movement {
  /** ISO days. */
  readonly booked: string;
  readonly valued: string;
  readonly cents: number;
  /** A fee that is charged beside the amount. */
  readonly feeCents: number;
  /** The balance after this movement and its fee. */
  readonly balanceCents: number;
  readonly party: Party;
  readonly text: string;
  readonly id: string;
  /** The cents of the other currency, if the movement was in one. */
  readonly foreignCents: number | null;
}

export interface Invention {
  /** All days up to 28, or only those that could be a month as well. */
  readonly days: 'all' | 'to twelve';
  readonly fees: boolean;
  /** Whether amounts are whole units, as in currencies without decimals. */
  readonly whole: boolean;
}

/**
 * Returns a month or two of an account, the earliest first: payments and fewer receipts, some cents and some thousands,
 * a refund, two equal payments on one day, a month's salary.
 */
export function inventMovements(random: SeededRandom, country: string, how: Invention): Movement[] {
  const days = daysOf(random, how.days);
  const parties = partiesOf(country);
  let balanceCents = random.between(9_000, 48_000) * (how.whole ? 100 : 10);
  const twin = random.between(2, days.length - 2);
  let last: Omit<Movement, 'balanceCents'> | null = null;
  return days.map((day, index): Movement => {
    const again = index === twin && last !== null;
    const invented =
      again && last !== null ? { ...last, booked: last.booked, id: idOf(random, index) } : null;
    const movement = invented ?? invent(random, { day, index, count: days.length, parties, ...how });
    last = movement;
    balanceCents += movement.cents - movement.feeCents;
    return { ...movement, balanceCents };
  });
}

interface Place {
  readonly day: string;
  readonly index: number;
  readonly count: number;
  readonly parties: readonly Party[];
  readonly fees: boolean;
  readonly whole: boolean;
}

function invent(random: SeededRandom, place: Place): Omit<Movement, 'balanceCents'> {
  const { day, index, count, parties } = place;
  // The salary, a refund, and one cheque of thousands are in every file.
  const salary = index === Math.floor(count / 2);
  const refund = index === count - 2;
  const large = index === 1;
  const receipt = salary || refund || (!large && random.chance(0.15));
  const cents = salary
    ? random.between(210_000, 480_000)
    : large
      ? -random.between(100_000, 190_000)
      : (receipt ? 1 : -1) *
        random.pick([
          5,
          90,
          random.between(101, 9_999),
          random.between(101, 9_999),
          random.between(10_000, 60_000),
          5_000,
        ]);
  const party = salary ? (parties[0] as Party) : random.pick(parties.slice(1));
  const foreign = !receipt && random.chance(0.12);
  return {
    booked: day,
    valued: random.chance(0.3) ? dayBefore(day) : day,
    cents: place.whole ? cents * 100 : cents,
    feeCents: place.fees && random.chance(0.12) ? random.between(20, 350) : 0,
    party,
    text: random.pick(party.texts).replace('#', String(random.between(1_000, 99_999))),
    id: idOf(random, index),
    foreignCents: foreign ? Math.round(cents * 1.0837) : null,
  };
}

function idOf(random: SeededRandom, index: number): string {
  return `${random.between(100_000, 899_999)}${String(index).padStart(3, '0')}`;
}

/**
 * Returns days of a month at the end of the year or in spring, so that day and month cannot be distinguished by their
 * size alone.
 */
function daysOf(random: SeededRandom, which: Invention['days']): string[] {
  const count = random.between(10, 30);
  const month = random.pick(['03', '04', '09', '11']);
  const next = String(Number(month) + 1).padStart(2, '0');
  const top = which === 'all' ? 28 : 12;
  const days = Array.from({ length: count }, () => {
    const later = random.chance(0.4);
    const day = String(random.between(2, top)).padStart(2, '0');
    return `2026-${later ? next : month}-${day}`;
  });
  // The option, and not chance, decides which of them could be a month.
  if (which === 'all') days[0] = `2026-${month}-2${random.between(3, 8)}`;
  return days.sort();
}

/** Returns the previous day in the same month; there is one from the second on. */
function dayBefore(day: string): string {
  return `${day.slice(0, 8)}${String(Number(day.slice(8)) - 1).padStart(2, '0')}`;
}
