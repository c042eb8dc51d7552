import { TransactionDocument } from '@tributary/contracts';
import { absoluteDecimal, isOutflow } from '@tributary/money';
import { canonicalAmount } from '../../providers/mapping/content';
import { AmountIndex, AmountRange } from '../matching/amount-index';
import { DayIndex, DayRange } from '../matching/day-index';
import { Kind } from '../matching/evidence/kinds';
import { firstWords } from '../matching/evidence/name-evidence';
import { institutionId } from '../matching/evidence/settlement-evidence';

/** Entries that a pending or booked one may be settled with, to be found without going through all pairs. */
export class SettlementCandidates<T> {
  private readonly alike = new DayIndex<Kind<T>>();
  private readonly near = new AmountIndex<Kind<T>>();

  /** @param day of the entry; null: it may be of any day. @param mayDiffer its amount need not be exactly the other one's */
  add(kind: Kind<T>, document: TransactionDocument, day: string | null, mayDiffer: boolean): void {
    for (const group of groupsOf(document)) {
      for (const trait of traitsOf(document)) this.alike.add(`${group} ${trait}`, day, kind);
      if (mayDiffer) this.near.add(group, day, magnitude(document), kind);
    }
  }

  /**
   * Entries of the same id, then those of exactly the amount (those with the same name first), then those of an amount in the
   * range; of each the nearest days first.
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

/** The amounts that a pending entry may have had, if a booked one may differ from it by a share of it; less than all of it. */
export function pendingAmounts(booked: TransactionDocument, tolerance: number): AmountRange {
  const amount = magnitude(booked);
  return {
    from: (amount / (1 + tolerance)) * (1 - ROUNDING),
    to: (amount / (1 - tolerance)) * (1 + ROUNDING),
  };
}

/** The bounds are numbers, and what is within them is compared exactly. */
const ROUNDING = 1e-9;

function magnitude({ amount }: TransactionDocument): number {
  return Number(absoluteDecimal(amount));
}

/** By currency, and whether money goes out or comes in; an amount of zero is either. */
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
