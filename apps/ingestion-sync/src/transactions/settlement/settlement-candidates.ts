import { TransactionDocument } from '@tributary/contracts';
import { absoluteDecimal, isOutflow } from '@tributary/money';
import { canonicalAmount } from '../../providers/mapping/content';
import { AmountIndex, AmountRange } from '../matching/amount-index';
import { DayIndex, DayRange } from '../matching/day-index';
import { Kind } from '../matching/evidence/kinds';
import { firstWords } from '../matching/evidence/name-evidence';
import { institutionId } from '../matching/evidence/settlement-evidence';

/** Index of entries that a pending or booked entry may be settled with, so that not all pairs are compared. */
export class SettlementCandidates<T> {
  private readonly alike = new DayIndex<Kind<T>>();
  private readonly near = new AmountIndex<Kind<T>>();

  /** @param day of the entry; null means any day @param mayDiffer true if its amount may differ from the other entry's */
  add(kind: Kind<T>, document: TransactionDocument, day: string | null, mayDiffer: boolean): void {
    for (const group of groupsOf(document)) {
      for (const trait of traitsOf(document)) this.alike.add(`${group} ${trait}`, day, kind);
      if (mayDiffer) this.near.add(group, day, magnitude(document), kind);
    }
  }

  /**
   * Yields entries with the same id, then with the same amount (the same names first), then with an amount in the
   * range; in each group the nearest days first.
   */
  *of(
    document: TransactionDocument,
    day: string | null,
    days: DayRange,
    amounts: AmountRange | null,
  ): Generator<Kind<T>> {
    for (const trait of traitsOf(document)) {
      for (const group of groupsOf(document)) yield* this.alike.near(`${group} ${trait}`, day, days);
    }
    if (!amounts) return;
    for (const group of groupsOf(document)) yield* this.near.near(group, day, days, amounts);
  }
}

/** The range of pending amounts that differ from a booked amount by at most the tolerance, a fraction below 1. */
export function pendingAmounts(booked: TransactionDocument, tolerance: number): AmountRange {
  const amount = magnitude(booked);
  return {
    from: (amount / (1 + tolerance)) * (1 - ROUNDING),
    to: (amount / (1 - tolerance)) * (1 + ROUNDING),
  };
}

/** Widens the approximate bounds; entries within them are compared exactly. */
const ROUNDING = 1e-9;

function magnitude({ amount }: TransactionDocument): number {
  return Number(absoluteDecimal(amount));
}

/** Groups by currency and direction; a zero amount belongs to both directions. */
function groupsOf({ amount, currency }: TransactionDocument): string[] {
  if (!/[1-9]/.test(amount)) return [`${currency} in`, `${currency} out`];
  return [isOutflow(amount) ? `${currency} out` : `${currency} in`];
}

function traitsOf(document: TransactionDocument): string[] {
  const id = institutionId(document);
  const amount = absoluteDecimal(canonicalAmount(document));
  const words = firstWords(document);
  return [
    ...(id === undefined ? [] : [`id ${id}`]),
    ...(words === '' ? [] : [`named ${amount} ${words}`]),
    `amount ${amount}`,
  ];
}
