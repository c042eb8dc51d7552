import { BenchRule } from './rule-set';
import { BenchTransaction } from './transactions';

interface Prepared {
  readonly payee: string;
  readonly notes: string;
  readonly amount: number;
}

/** What one would write by hand for these rules and no others: each field lower-cased once. Returns the hits. */
export function countClosures(
  transactions: readonly BenchTransaction[],
  rules: readonly BenchRule[],
): number {
  const closures = rules.map(({ field, text, above, below }) => {
    const wanted = text.toLowerCase();
    return field === 'payee'
      ? (of: Prepared) => of.payee.includes(wanted) && of.amount > above && of.amount < below
      : (of: Prepared) => of.notes.includes(wanted) && of.amount > above && of.amount < below;
  });
  let hits = 0;
  for (const { payee, notes, amount } of transactions) {
    const prepared = { payee: payee.toLowerCase(), notes: notes.toLowerCase(), amount: Number(amount) };
    for (const holds of closures) if (holds(prepared)) hits += 1;
  }
  return hits;
}
