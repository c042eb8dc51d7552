import { addDecimals, negateDecimal } from '@tributary/money';

/** An entry's amount and the balance after it, both in canonical text. */
export interface BalanceCell {
  readonly amount: string;
  readonly balance: string;
}

/** Entries of one day whose balances follow from each other, in any order. */
export interface BalanceChain {
  readonly cells: readonly BalanceCell[];
  /** The balances before the first and after the last entry; null if entries between them are missing. */
  readonly ends: { readonly start: string; readonly end: string } | null;
  /** True if the chain ends with the balance that it began with; its start is then unknown. */
  readonly isClosed: boolean;
}

/**
 * Relation of the chains of two sources on the same day. `together`: they begin or end with the same entry. `apart`:
 * one begins where the other ends. `unclear`: both are possible. Null: the balances prove nothing.
 */
export type ChainRelation = 'together' | 'apart' | 'unclear';

/** @param canonical converts an amount to its canonical text */
export function balanceChain(
  cells: readonly BalanceCell[],
  canonical: (amount: string) => string,
): BalanceChain {
  const open = new Map<string, number>();
  const count = (text: string, by: number) => open.set(text, (open.get(text) ?? 0) + by);
  for (const { amount, balance } of cells) {
    count(balance, 1);
    count(canonical(addDecimals(balance, negateDecimal(amount))), -1);
  }
  const starts = [...open].filter(([, left]) => left < 0);
  const ends = [...open].filter(([, left]) => left > 0);
  const [start, end] = [starts[0], ends[0]];
  const isOne = starts.length === 1 && ends.length === 1 && start?.[1] === -1 && end?.[1] === 1;
  return {
    cells,
    ends: isOne ? { start: start[0], end: end[0] } : null,
    isClosed: starts.length === 0 && ends.length === 0,
  };
}

export function compareChains(one: BalanceChain, other: BalanceChain): ChainRelation | null {
  if (one.ends === null || other.ends === null) return one.isClosed || other.isClosed ? 'unclear' : null;
  const isApart = one.ends.start === other.ends.end || one.ends.end === other.ends.start;
  const isTogether = one.ends.start === other.ends.start || one.ends.end === other.ends.end;
  if (isApart) return isTogether || sharesCell(one, other) ? 'unclear' : 'apart';
  return isTogether && isWithin(one, other) ? 'together' : null;
}

function sharesCell(one: BalanceChain, other: BalanceChain): boolean {
  const known = new Set(one.cells.map(cellText));
  return other.cells.some((cell) => known.has(cellText(cell)));
}

function cellText({ amount, balance }: BalanceCell): string {
  return `${amount} ${balance}`;
}

/** Whether the longer chain contains all amounts of the shorter one. */
function isWithin(one: BalanceChain, other: BalanceChain): boolean {
  const [shorter, longer] = one.cells.length <= other.cells.length ? [one, other] : [other, one];
  const left = new Map<string, number>();
  // Amounts are canonical texts, so they can be compared as text: see BalanceCell.
  for (const { amount: text } of longer.cells) left.set(text, (left.get(text) ?? 0) + 1);
  return shorter.cells.every(({ amount: text }) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count > 0;
  });
}
