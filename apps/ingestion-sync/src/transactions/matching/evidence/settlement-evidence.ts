import { AccountConfig, SettlementEvidence, TransactionDocument } from '@tributary/contracts';
import {
  absoluteDecimal,
  addDecimals,
  compareDecimals,
  isOutflow,
  isZero,
  multiplyDecimals,
  negateDecimal,
} from '@tributary/money';
import { daysBetween } from '@tributary/money';
import { dayIn } from '../../../providers/mapping/days';
import { dayOf } from '../../../providers/mapping/mapped-fields';
import { compareNames } from './name-evidence';

/** The account's rules for settling pending entries. */
export interface SettlementRules {
  readonly matching: boolean;
  readonly maxDays: number;
  /** Null accepts only equal names as evidence. */
  readonly fuzzyMinChars: number | null;
  /**
   * Maximum difference between a booked amount and the pending one of the same purchase (tips, fuel, currency), as a
   * fraction.
   */
  readonly amountTolerance: number;
}

export function settlementRules(config: AccountConfig, amountTolerance: number): SettlementRules {
  return {
    matching: config.pending_settlement_matching,
    maxDays: config.pending_settlement_max_days,
    fuzzyMinChars: config.fuzzy_counterparty_matching ? config.fuzzy_counterparty_min_chars : null,
    amountTolerance,
  };
}

/** A pending entry beside a booked one. */
export interface SettlementPair {
  readonly pending: TransactionDocument;
  /** The day of the pending entry. */
  readonly pendingDay: string;
  /** Whether the bank lists the pending entry in the current reading. */
  readonly listing: PendingListing;
  readonly booked: TransactionDocument;
  /** True if the provider links the booked entry to this pending one. */
  readonly linked: boolean;
}

/**
 * `listed`: still listed; `vanished`: absent since the reading that has the booked entry; `gone`: absent since an
 * earlier reading; `unknown`: the reading does not show it.
 */
export type PendingListing = 'listed' | 'vanished' | 'gone' | 'unknown';

/**
 * - `merge`: one purchase, as far as can be known.
 * - `merge_if_alone`: one purchase, unless either entry has another possible partner.
 * - `review`: too weak to merge, too likely to ignore.
 */
export type Verdict = 'merge' | 'merge_if_alone' | 'review';

export interface JudgedPair {
  readonly verdict: Verdict;
  readonly evidence: SettlementEvidence;
}

/** Days by which a pending entry may be later than its booked one, because banks date by different clocks. */
export const EARLY_DAYS_MAX = 1;

/**
 * Judges whether a pending and a booked entry are one purchase; equal amounts alone never suffice. Null if they are
 * certainly two.
 */
export function judgeSettlement(pair: SettlementPair, rules: SettlementRules): JudgedPair | null {
  if (pair.linked) return { verdict: 'merge', evidence: evidenceOf(pair, rules) };
  if (!rules.matching || !isPossible(pair, rules)) return null;
  const evidence = evidenceOf(pair, rules);
  const verdict = verdictOn(evidence, pair);
  return verdict === 'none' ? null : { verdict, evidence };
}

function isPossible({ pending, pendingDay, booked }: SettlementPair, rules: SettlementRules): boolean {
  const days = daysBetween(pendingDay, dayOf(booked) ?? pendingDay);
  const isInWindow = days >= -EARLY_DAYS_MAX && days <= rules.maxDays;
  return isInWindow && pending.currency === booked.currency && isSameWay(pending, booked);
}

function verdictOn(evidence: SettlementEvidence, pair: SettlementPair): Verdict | 'none' {
  const { amount, name } = evidence;
  if (evidence.same_institution_id) return onSameId(evidence);
  const isNamed = name === 'same' || name === 'similar';
  switch (amount) {
    case 'exact':
      return isNamed ? onExactAmount(evidence, pair) : onNoName(evidence, pair);
    case 'within_tolerance':
      if (!isNamed || pair.listing === 'listed') return 'none';
      return pair.listing === 'vanished' ? 'merge_if_alone' : 'review';
    case 'different':
      return 'none';
    default: {
      const unknown: never = amount;
      return unknown;
    }
  }
}

/** True if both go out or both come in; a zero amount matches either direction. */
export function isSameWay(a: TransactionDocument, b: TransactionDocument): boolean {
  return isZero(a.amount) || isZero(b.amount) || isOutflow(a.amount) === isOutflow(b.amount);
}

function onSameId({ amount, name }: SettlementEvidence): Verdict {
  if (amount === 'exact') return 'merge';
  return amount === 'within_tolerance' && name !== 'different' ? 'merge' : 'review';
}

/** A pending entry listed beside a booked one is most likely another purchase, unless both have the same day. */
function onExactAmount(evidence: SettlementEvidence, { listing, booked }: SettlementPair): Verdict | 'none' {
  if (listing !== 'listed' || evidence.same_day) return 'merge';
  return booked.value_date === null ? 'review' : 'none';
}

function onNoName({ name, same_day }: SettlementEvidence, { listing }: SettlementPair): Verdict | 'none' {
  if (name === 'unknown') return listing !== 'listed' || same_day ? 'review' : 'none';
  return listing === 'vanished' && same_day ? 'review' : 'none';
}

/** Collects the evidence that a pending and a booked entry are one. */
export function evidenceOf(pair: SettlementPair, rules: SettlementRules): SettlementEvidence {
  const { pending, pendingDay, booked, listing } = pair;
  const bookedDay = dayOf(booked) ?? pendingDay;
  const bookedDays = [booked.value_date, booked.booking_date, dayIn(booked.value_datetime)];
  const difference = differenceOf(pending.amount, booked.amount);
  return {
    amount: compareAmounts(pending.amount, difference, rules.amountTolerance),
    amount_difference: difference,
    name: compareNames(pending, booked, rules),
    days: daysBetween(pendingDay, bookedDay),
    same_day: bookedDays.includes(pendingDay),
    same_institution_id:
      institutionId(pending) !== undefined && institutionId(pending) === institutionId(booked),
    linked_by_provider: pair.linked,
    pending_listed: listing === 'listed',
  };
}

/** Relative margin that exceeds the rounding error of 24-digit numbers. */
const ROUNDING = 1e-6;

/** Computes with plain numbers for short amounts, because thousands of pairs are compared and nearly all amounts are short. */
function differenceOf(pending: string, booked: string): string {
  if (pending.length > EXACT_CHARS || booked.length > EXACT_CHARS) {
    return addDecimals(booked, negateDecimal(pending));
  }
  const decimals = Math.max(decimalsOf(pending), decimalsOf(booked));
  const difference = unitsOf(booked, decimals) - unitsOf(pending, decimals);
  const digits = String(Math.abs(difference)).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  const fraction = decimals === 0 ? '' : `.${digits.slice(point)}`;
  return `${difference < 0 ? '-' : ''}${digits.slice(0, point)}${fraction}`;
}

/** Amounts of this length are exact as numbers in their smallest unit. */
const EXACT_CHARS = 9;

function decimalsOf(amount: string): number {
  const point = amount.indexOf('.');
  return point === -1 ? 0 : amount.length - point - 1;
}

function unitsOf(amount: string, decimals: number): number {
  return Math.round(Number(amount) * 10 ** decimals);
}

function compareAmounts(
  pending: string,
  difference: string,
  tolerance: number,
): SettlementEvidence['amount'] {
  if (!/[1-9]/.test(difference)) return 'exact';
  // Exact decimals are needed only if the two numbers are nearly equal.
  const over = Math.abs(Number(difference)) - Math.abs(Number(pending)) * tolerance;
  const isClear = Math.abs(over) > Math.abs(Number(pending)) * ROUNDING;
  if (isClear) return over > 0 ? 'different' : 'within_tolerance';
  const limit = multiplyDecimals(absoluteDecimal(pending), tolerance.toFixed(4));
  return compareDecimals(absoluteDecimal(difference), limit) <= 0 ? 'within_tolerance' : 'different';
}

/** The id that the institution gave the entry. */
export function institutionId(document: TransactionDocument): string | undefined {
  return document.external_identifiers?.institution_transaction_id;
}
