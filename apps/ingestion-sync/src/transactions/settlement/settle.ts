import { SettlementEvidence, TransactionDocument } from '@tributary/contracts';
import { AccountAnswer, isPendingCovered } from '../matching/answer';
import { compareCosts, Pairing } from '../matching/pairing';
import { effectiveDay, StoredTransaction } from '../stored-transaction';
import { TransactionRow } from '../transaction-rows';
import { JudgedPair, judgeSettlement, PendingListing } from './settlement-evidence';

/** A stored pending entry and the booked row that settles it. */
export interface Settled {
  readonly pending: StoredTransaction;
  readonly booked: TransactionRow;
  readonly listing: PendingListing;
  readonly evidence: SettlementEvidence;
}

/** A pending row that came after its booked entry, which is stored or as new as the row. */
export interface Late {
  readonly pending: TransactionRow;
  readonly booked: StoredTransaction | TransactionRow;
  readonly listing: PendingListing;
  readonly evidence: SettlementEvidence;
}

export interface Choices<T> {
  readonly merged: readonly T[];
  readonly reviews: readonly T[];
}

/** Lets booked rows that are new claim stored pending entries, which keep their ids. */
export function settle(booked: Pairing, pending: Pairing, answer: AccountAnswer): Choices<Settled> {
  const open = new Set(pending.openStored);
  const entries = answer.stored.filter((stored) => !stored.booked);
  const candidates = booked.openRows.flatMap((row) =>
    entries.flatMap((stored) => {
      const linked = row.pendingKey === stored.identityKey;
      if (!isClaimable(stored, linked, answer)) return [];
      const listing = listingOf(stored, open.has(stored), answer);
      const day = effectiveDay(stored);
      return judged(
        { entry: stored, document: stored.document, day },
        { entry: row, document: row.document },
        listing,
        linked,
        answer,
      );
    }),
  );
  const choices = choose(candidates);
  for (const { pending: stored, booked: row } of choices.merged) {
    booked.drop(row);
    pending.release(stored);
  }
  return choices;
}

/** Pending rows that are new, beside booked entries that no pending one has claimed. */
export function absorbLate(
  booked: Pairing,
  pending: Pairing,
  settled: readonly Settled[],
  answer: AccountAnswer,
): Choices<Late> {
  const claimed = new Set([
    ...answer.settlements.map(({ keptTransactionId }) => keptTransactionId),
    ...settled.map((one) => one.pending.id),
    ...answer.stored.flatMap(({ booked: isBooked, mergedInto }) => (isBooked ? [] : (mergedInto ?? []))),
  ]);
  if (answer.reportsChanges) return { merged: [], reviews: [] };
  const provided = new Map(booked.pairs.map(({ stored, row }) => [stored, row.document]));
  const stored = answer.stored.filter(
    ({ id, booked: isBooked, state }) =>
      isBooked && (state === 'LIVE' || state === 'DELETED') && !claimed.has(id),
  );
  const entries: { entry: StoredTransaction | TransactionRow; document: TransactionDocument }[] = [
    ...stored.map((entry) => ({ entry, document: provided.get(entry) ?? entry.document })),
    ...booked.openRows.map((entry) => ({ entry, document: entry.document })),
  ];
  const candidates = pending.openRows.flatMap((row) =>
    entries.flatMap((entry) => {
      const side = { entry: row, document: row.document, day: row.day ?? answer.today };
      return judged(side, entry, 'listed', false, answer);
    }),
  );
  return choose(candidates);
}

/** By its link in any state; otherwise not if the provider removed it, or relies on links only. */
function isClaimable(
  { state, mergedInto }: StoredTransaction,
  linked: boolean,
  { reportsChanges }: AccountAnswer,
): boolean {
  if (state === 'MERGED' || mergedInto !== null) return false;
  return linked || (!reportsChanges && state !== 'WITHDRAWN');
}

interface PendingEntry<P> {
  readonly entry: P;
  readonly document: TransactionDocument;
  readonly day: string;
}

function judged<P, B>(
  pending: PendingEntry<P>,
  booked: { readonly entry: B; readonly document: TransactionDocument },
  listing: PendingListing,
  linked: boolean,
  { rules }: AccountAnswer,
): Judged<P, B>[] {
  const pair = {
    pending: pending.document,
    pendingDay: pending.day,
    listing,
    booked: booked.document,
    linked,
  };
  const found = judgeSettlement(pair, rules);
  return found ? [{ pending: pending.entry, booked: booked.entry, listing, ...found }] : [];
}

function listingOf(stored: StoredTransaction, isOpen: boolean, answer: AccountAnswer): PendingListing {
  if (answer.listed.has(stored.id) || !isOpen) return 'listed';
  if (stored.state === 'UNLISTED') return 'gone';
  if (isPendingCovered(stored, answer.coverage)) return 'vanished';
  // Left out of an answer that is not complete: it may well be listed still.
  return answer.coverage.some(({ includesPending }) => includesPending) ? 'listed' : 'unknown';
}

interface Judged<P, B> extends JudgedPair {
  readonly pending: P;
  readonly booked: B;
  readonly listing: PendingListing;
}

/** Best pairs first, each entry in one pair at most; what may not be merged is reviewed, each entry once. */
function choose<P, B>(candidates: readonly Judged<P, B>[]): Choices<Judged<P, B>> {
  const possible = [...candidates].sort(byCost);
  const alone = aloneIn(possible);
  const taken = new Set<P | B>();
  const isFree = ({ pending, booked }: Judged<P, B>): boolean => !taken.has(pending) && !taken.has(booked);
  const take = (pair: Judged<P, B>): Judged<P, B>[] => {
    if (!isFree(pair)) return [];
    taken.add(pair.pending).add(pair.booked);
    return [pair];
  };
  const mayMerge = possible.filter(
    (pair) => pair.verdict === 'merge' || (pair.verdict === 'merge_if_alone' && alone(pair)),
  );
  const merged = mayMerge.flatMap(take);
  return { merged, reviews: possible.flatMap(take) };
}

/** Whether neither side has another partner that it could be merged with. */
function aloneIn<P, B>(possible: readonly Judged<P, B>[]): (pair: Judged<P, B>) => boolean {
  const partners = new Map<P | B, number>();
  for (const { pending, booked, verdict } of possible) {
    if (verdict === 'review') continue;
    partners.set(pending, (partners.get(pending) ?? 0) + 1);
    partners.set(booked, (partners.get(booked) ?? 0) + 1);
  }
  return ({ pending, booked }) => partners.get(pending) === 1 && partners.get(booked) === 1;
}

function byCost(a: JudgedWithListing, b: JudgedWithListing): number {
  return compareCosts(costOf(a), costOf(b));
}

type JudgedWithListing = JudgedPair & { readonly listing: PendingListing };

const LISTINGS: readonly PendingListing[] = ['vanished', 'unknown', 'gone', 'listed'];
const NAMES: readonly SettlementEvidence['name'][] = ['same', 'similar', 'unknown', 'different'];

/** The surest first; of equals the one that has waited longest. */
function costOf({ evidence, listing }: JudgedWithListing): number[] {
  return [
    evidence.linked_by_provider ? 0 : 1,
    evidence.same_institution_id ? 0 : 1,
    evidence.amount === 'exact' ? 0 : 1,
    LISTINGS.indexOf(listing),
    evidence.same_day ? 0 : 1,
    NAMES.indexOf(evidence.name),
    -evidence.days,
  ];
}
