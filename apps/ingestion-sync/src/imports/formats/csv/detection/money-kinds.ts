import { NamedKind } from '../names/column-words';
import { ColumnProfile } from './profile-columns';

/** The meaning of a column of numbers by its name: a kind of money, an identifying number, or unknown. */
export type MoneyKind = 'part' | 'fee' | 'balance' | 'original_amount' | 'debit' | 'credit' | 'amount';

/** Words for special kinds of amounts come before the general word for amounts: `Fee amount`, `Amount (credit)`. */
const ORDER: readonly MoneyKind[] = [
  'part',
  'fee',
  'balance',
  'original_amount',
  'debit',
  'credit',
  'amount',
];
const NAMES_SOMETHING: ReadonlySet<NamedKind> = new Set<NamedKind>([
  'reference',
  'bank_id',
  'account',
  'counterparty_account',
  'other',
  'kind',
  'status',
  'currency',
  'original_currency',
]);
const WHOLE_NAME = 1_000;

/** Returns the kind of money in the column's name, or `id`; null if the name has no known meaning. */
export function moneyKindOf({ meanings }: ColumnProfile): MoneyKind | 'id' | null {
  const whole = meanings.filter(({ weight }) => weight >= WHOLE_NAME).map(({ kind }) => kind);
  const [first] = meanings;
  if (whole.length === 0 && first?.kind === 'other') return 'id';
  const words = meanings.map(({ kind }) => kind);
  return (
    kindAmong(whole) ?? (idAmong(whole) ? 'id' : null) ?? kindAmong(words) ?? (idAmong(words) ? 'id' : null)
  );
}

function kindAmong(kinds: readonly NamedKind[]): MoneyKind | null {
  const has = (kind: MoneyKind): boolean => kinds.includes(kind);
  const special = ORDER.slice(0, 4).find(has);
  if (special !== undefined) return special;
  // one column for both directions
  if (has('debit') && has('credit')) return 'amount';
  return ORDER.find(has) ?? null;
}

function idAmong(kinds: readonly NamedKind[]): boolean {
  return kinds.some((kind) => NAMES_SOMETHING.has(kind));
}

/**
 * Returns the likelihood that a column of numbers has amounts of money, by its cells alone; above 0 if it is possible.
 */
export function moneyScore({ numbers, filled, distinct }: ColumnProfile): number {
  if (filled === 0) return 0;
  const { negative, plus, marked, fractions, zeros, commas, points, maybeCommas, maybePoints } = numbers;
  const written = commas + points + maybeCommas + maybePoints;
  let score = 0.5 + (3 * Math.min(filled, Math.max(fractions, written))) / filled;
  if (negative > 0) score += 4;
  if (plus > 0) score += 2;
  if (marked > 0) score += 2;
  const certain = negative + plus + marked + fractions > 0;
  if ((numbers.code || numbers.counter) && !certain) score -= 5;
  if (numbers.rate) score -= 4;
  if (distinct === 1 && filled > 1) score -= 3;
  if (zeros === filled) score -= 3;
  return score;
}
