import { SettlementEvidence, TransactionDocument } from '@tributary/contracts';
import { dayIn } from '../../providers/mapping/days';
import { dayOf } from '../../providers/mapping/mapped-fields';
import { AccountAnswer } from '../matching/answer';
import { ComparedPair } from '../matching/evidence/compare-kinds';
import { Kind, takeBest, TakenPair } from '../matching/evidence/kinds';
import { Workload } from '../matching/workload';
import { namesKey } from '../matching/evidence/name-evidence';
import {
  evidenceOf,
  institutionId,
  judgeSettlement,
  PendingListing,
  SettlementPair,
  Verdict,
} from '../matching/evidence/settlement-evidence';

export interface Choices<T> {
  readonly merged: readonly T[];
  readonly reviews: readonly T[];
}

/** The data of a pending entry that a settlement compares. */
export interface PendingEntry<P> {
  readonly entry: P;
  readonly document: TransactionDocument;
  /** The day of the entry. */
  readonly day: string;
  readonly listing: PendingListing;
}

export interface BookedEntry<B> {
  readonly entry: B;
  readonly document: TransactionDocument;
}

/** The compared data of a pending entry as a text; entries with equal texts are alike. */
export function pendingTraits({ document, day, listing }: PendingEntry<unknown>): string {
  return JSON.stringify([...traits(document), day, listing]);
}

/** The compared data of a booked entry as a text; entries with equal texts are alike. */
export function bookedTraits({ document }: BookedEntry<unknown>): string {
  const { value_date, booking_date, value_datetime } = document;
  return JSON.stringify([
    ...traits(document),
    dayOf(document),
    value_date,
    booking_date,
    dayIn(value_datetime),
  ]);
}

function traits(document: TransactionDocument): unknown[] {
  return [document.currency, document.amount, institutionId(document) ?? null, namesKey(document)];
}

/** The short result of a comparison, because thousands of them are stored until the choice. */
export interface Possible {
  readonly verdict: Verdict;
  readonly cost: number;
}

/** Judges a pending and a booked entry. Returns null if they are certainly two. */
export function judge(
  pending: PendingEntry<unknown>,
  booked: BookedEntry<unknown>,
  linked: boolean,
  { rules }: AccountAnswer,
): Possible | null {
  const found = judgeSettlement(pairOf(pending, booked, linked), rules);
  return found && { verdict: found.verdict, cost: costOf(found.evidence, pending.listing) };
}

export function evidenceFor(
  pending: PendingEntry<unknown>,
  booked: BookedEntry<unknown>,
  linked: boolean,
  { rules }: AccountAnswer,
): SettlementEvidence {
  return evidenceOf(pairOf(pending, booked, linked), rules);
}

function pairOf(
  { document: pending, day: pendingDay, listing }: PendingEntry<unknown>,
  { document: booked }: BookedEntry<unknown>,
  linked: boolean,
): SettlementPair {
  return { pending, pendingDay, listing, booked, linked };
}

/**
 * Chooses the best pairs first, each entry in one pair at most. Pairs that must not be merged become reviews, each
 * entry in one. If not all pairs were compared, an entry may have another partner, so `merge_if_alone` pairs are not
 * merged.
 */
export async function choose<Outer, Inner, Chosen>(
  possible: readonly ComparedPair<Outer, Inner, Possible>[],
  work: Workload,
  reasoned: (pair: TakenPair<Outer, Inner>) => Chosen,
): Promise<Choices<Chosen>> {
  const alone = work.isWhole ? aloneIn(possible) : () => false;
  const mayMerge = possible.filter(
    (pair) => pair.verdict === 'merge' || (pair.verdict === 'merge_if_alone' && alone(pair)),
  );
  const merged = takeBest(mayMerge);
  await work.pause();
  // Takes the pairs that the merges left.
  const reviews = takeBest(possible);
  const all: Chosen[] = [];
  for (const pair of [...merged, ...reviews]) {
    all.push(reasoned(pair));
    await work.pause();
  }
  return { merged: all.slice(0, merged.length), reviews: all.slice(merged.length) };
}

/** Returns a test for whether neither side has another partner that it could be merged with. */
function aloneIn<Outer, Inner>(
  possible: readonly ComparedPair<Outer, Inner, Possible>[],
): (pair: ComparedPair<Outer, Inner, Possible>) => boolean {
  const partners = new Map<Kind<Outer> | Kind<Inner>, number>();
  for (const { outer, inner, verdict } of possible) {
    if (verdict === 'review') continue;
    partners.set(outer, (partners.get(outer) ?? 0) + inner.size);
    partners.set(inner, (partners.get(inner) ?? 0) + outer.size);
  }
  return ({ outer, inner }) => partners.get(outer) === 1 && partners.get(inner) === 1;
}

const LISTINGS: readonly PendingListing[] = ['vanished', 'unknown', 'gone', 'listed'];
const NAMES: readonly SettlementEvidence['name'][] = ['same', 'similar', 'unknown', 'different'];
/** More than the days between any two entries. */
const DAYS = 2 ** 24;

/** Orders pairs by certainty, and pairs of equal certainty by the longest wait. */
function costOf(evidence: SettlementEvidence, listing: PendingListing): number {
  const digits = [
    [2, evidence.linked_by_provider ? 0 : 1],
    [2, evidence.same_institution_id ? 0 : 1],
    [2, evidence.amount === 'exact' ? 0 : 1],
    [LISTINGS.length, LISTINGS.indexOf(listing)],
    [2, evidence.same_day ? 0 : 1],
    [NAMES.length, NAMES.indexOf(evidence.name)],
    [DAYS, DAYS / 2 - evidence.days],
  ] as const;
  return digits.reduce((cost, [base, digit]) => cost * base + digit, 0);
}
