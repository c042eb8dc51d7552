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
import { daysBetween } from '../../../providers/mapping/calendar';
import { dayIn } from '../../../providers/mapping/days';
import { dayOf } from '../../../providers/mapping/mapped-fields';
import { compareNames } from './name-evidence';

/** The evidence that a pending and a booked entry are one. */
export interface SettlementRules {
  readonly matching: boolean;
  readonly maxDays: number;
  /** Null: only equal names are evidence. */
  readonly fuzzyMinChars: number | null;
  /** How far a booked amount may be from the pending one and still be the same purchase: tips, fuel, currency. */
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
  /** The day that the pending entry counts for. */
  readonly pendingDay: string;
  /** What the bank says of the pending entry in the answer that is looked at. */
  readonly listing: PendingListing;
  readonly booked: TransactionDocument;
  /** The provider says that the booked entry came from this pending one. */
  readonly linked: boolean;
}

/**
 * `listed` still; `vanished` with the answer that has the booked one; `gone` since an earlier answer; `unknown`: the
 * answer does not say.
 */
export type PendingListing = 'listed' | 'vanished' | 'gone' | 'unknown';

/**
 * - `merge`: one purchase, as far as can be known.
 * - `merge_if_alone`: the same, unless another entry could be meant too.
 * - `review`: too weak to act on, too likely to keep quiet.
 */
export type Verdict = 'merge' | 'merge_if_alone' | 'review';

export interface JudgedPair {
  readonly verdict: Verdict;
  readonly evidence: SettlementEvidence;
}

/** A pending entry's day may be later than the booked one's by so much: banks date by different clocks. */
export const EARLY_DAYS_MAX = 1;

/** Whether a pending and a booked entry are one purchase. Never by the amount alone. Null: certainly two. */
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

/** Both out, or both in; an amount of zero is either. */
export function isSameWay(a: TransactionDocument, b: TransactionDocument): boolean {
  return isZero(a.amount) || isZero(b.amount) || isOutflow(a.amount) === isOutflow(b.amount);
}

function onSameId({ amount, name }: SettlementEvidence): Verdict {
  if (amount === 'exact') return 'merge';
  return amount === 'within_tolerance' && name !== 'different' ? 'merge' : 'review';
}

/** A pending entry that is listed beside a booked one is most likely another purchase, unless both are of one day. */
function onExactAmount(evidence: SettlementEvidence, { listing, booked }: SettlementPair): Verdict | 'none' {
  if (listing !== 'listed' || evidence.same_day) return 'merge';
  return booked.value_date === null ? 'review' : 'none';
}

function onNoName({ name, same_day }: SettlementEvidence, { listing }: SettlementPair): Verdict | 'none' {
  if (name === 'unknown') return listing !== 'listed' || same_day ? 'review' : 'none';
  return listing === 'vanished' && same_day ? 'review' : 'none';
}

/** How like each other a pending and a booked entry are. */
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

/** Far more than numbers of 24 digits lose. */
const ROUNDING = 1e-6;

/** Thousands of pairs are compared, of which nearly all have amounts of a few digits. */
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

/** A sign, a point and so many digits, in the smallest unit, are a number without loss. */
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
  // Only where the two numbers are nearly equal does it take exact ones to say which is more.
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
