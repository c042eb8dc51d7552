import { addDecimals, negateDecimal } from '@tributary/money';

/** An entry's amount and the balance after it, both in their one text. */
export interface BalanceCell {
  readonly amount: string;
  readonly balance: string;
}

/** Entries of one day whose balances follow from each other, whatever their order in the file. */
export interface BalanceChain {
  readonly cells: readonly BalanceCell[];
  /** The balances before its first and after its last entry; null where entries are missing between. */
  readonly ends: { readonly start: string; readonly end: string } | null;
  /** It ends with the balance that it began with: where that was, nobody can say. */
  readonly isClosed: boolean;
}

/**
 * What the chains of two sources say of the same day. `together`: they begin or end with the same entry. `apart`: one begins
 * where the other one ends. `unclear`: both would fit. Null: nothing.
 */
export type ChainRelation = 'together' | 'apart' | 'unclear';

/** @param canonical the one text of an amount */
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

/** The amounts of the shorter chain are among those of the longer one. */
function isWithin(one: BalanceChain, other: BalanceChain): boolean {
  const [shorter, longer] = one.cells.length <= other.cells.length ? [one, other] : [other, one];
  const left = new Map<string, number>();
  // An amount has one text here: see BalanceCell.
  for (const { amount: text } of longer.cells) left.set(text, (left.get(text) ?? 0) + 1);
  return shorter.cells.every(({ amount: text }) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count > 0;
  });
}
