import { SettlementEvidence } from '@tributary/contracts';
import { addDays } from '@tributary/money';
import { AccountAnswer, isCovered, isPendingCovered } from '../matching/answer';
import { matchBooked } from '../matching/match-booked';
import { matchFile } from '../matching/match-file';
import { matchPending, matchRedated } from '../matching/match-pending';
import { BookedMatches, Pair, Pairing } from '../matching/pairing';
import { Workload } from '../matching/workload';
import { dropLingering } from '../settlement/lingering';
import { absorbLate, Late, settle, Settled } from '../settlement/settle';
import { effectiveDay, StoredTransaction } from '../stored-transaction';
import { TransactionRow } from '../transaction-rows';

/** The decision on one account's read rows. */
export interface AnswerDecision {
  readonly inserts: readonly TransactionRow[];
  /** Stored transactions that get a row's content: changed, revived, booked, or only under another key. */
  readonly updates: readonly Pair[];
  readonly unlisted: readonly StoredTransaction[];
  readonly withdrawn: readonly StoredTransaction[];
  /** Pending entries that are settled by a booked row, and the reason. */
  readonly settlements: readonly SettlementMade[];
  /** Pairs that a person should review. */
  readonly reviews: readonly SettlementMade[];
  /** Inserted rows that may be an already stored transaction; a person must decide. */
  readonly doubtful: readonly Pair[];
  /** Ids of settlements whose pending entry the bank no longer lists. */
  readonly noLongerListed: readonly number[];
  /** Number of entries that were not compared with all candidates, because too many are alike. */
  readonly uncompared: number;
}

/** A side of a settlement: a stored transaction, or a new row. */
export type Entry = { readonly stored: StoredTransaction } | { readonly row: TransactionRow };

export interface SettlementMade {
  readonly pending: Entry;
  readonly booked: Entry;
  /** True if the bank lists the pending entry beside the booked one, or this is unknown. */
  readonly pendingListed: boolean;
  readonly evidence: SettlementEvidence;
}

/**
 * Days after the settlement window after which a pending entry that was not booked is removed, even if the bank lists
 * no pending entries.
 */
const STALE_DAYS = 7;

/**
 * Decides what the read rows of one account mean. Booked rows are matched first, then pending ones. A new booked row
 * may settle a stored pending one, and a new pending row may arrive after its booked one. Remaining rows are new;
 * remaining stored entries may be gone.
 */
export async function decideAnswer(answer: AccountAnswer, work = new Workload()): Promise<AnswerDecision> {
  const { pairing: booked, doubtful } = await matchBookedOf(answer, work);
  const pending = await matchPending(answer, work);
  const noLongerListed = await dropLingering(pending, answer, work);
  const settled = await settle(booked, pending, answer, work);
  await matchRedated(pending, answer, work);
  const late = await absorbLate(booked, pending, settled.merged, answer, work);
  for (const { pending: row } of late.merged) pending.drop(row);
  const gone = goneOnes(booked, pending, answer);
  return {
    inserts: [...booked.openRows, ...pending.openRows, ...doubtful.map(({ row }) => row)],
    updates: [
      ...booked.pairs,
      ...pending.pairs,
      ...settled.merged.map(({ pending: stored, booked: row }) => ({ stored, row })),
    ],
    ...gone,
    settlements: [...settled.merged.map(fromSettled), ...late.merged.map(fromLate)],
    reviews: [...settled.reviews.map(fromSettled), ...late.reviews.map(fromLate)],
    doubtful,
    noLongerListed,
    uncompared: uncomparedOf(
      work,
      [...booked.pairs, ...pending.pairs, ...doubtful],
      [settled.merged, settled.reviews, late.merged, late.reviews].flat(),
    ),
  };
}

/** Counts entries that found no partner and were not compared with all candidates. */
function uncomparedOf(
  { entriesCutOff }: Workload,
  pairs: readonly Pair[],
  settlements: readonly { readonly pending: object; readonly booked: object }[],
): number {
  if (entriesCutOff.size === 0) return 0;
  const left = new Set(entriesCutOff);
  for (const { row, stored } of pairs) [row, stored].forEach((one) => left.delete(one));
  for (const { pending, booked } of settlements) [pending, booked].forEach((one) => left.delete(one));
  return left.size;
}

function matchBookedOf(answer: AccountAnswer, work: Workload): Promise<BookedMatches> {
  return answer.file === null ? matchBooked(answer, work) : matchFile(answer, answer.file, work);
}

function goneOnes(booked: Pairing, pending: Pairing, answer: AccountAnswer) {
  const left = [...booked.openStored, ...pending.openStored].filter(
    ({ state }) => state === 'LIVE' || state === 'MERGED',
  );
  const withdrawn = left.filter(({ identityKey }) => answer.withdrawn.has(identityKey));
  const isWithdrawn = new Set(withdrawn);
  const unlisted = left.filter(
    (stored) =>
      stored.state === 'LIVE' && !stored.booked && !isWithdrawn.has(stored) && isGone(stored, answer),
  );
  return { withdrawn, unlisted };
}

function isGone(stored: StoredTransaction, answer: AccountAnswer): boolean {
  if (isPendingCovered(stored, answer.coverage)) return true;
  const regular = answer.coverage.filter(({ isBackfill }) => !isBackfill);
  const staleBefore = addDays(answer.today, -(answer.rules.maxDays + STALE_DAYS));
  return isCovered(stored, regular) && effectiveDay(stored) < staleBefore;
}

function fromSettled({ pending, booked, listing, evidence }: Settled): SettlementMade {
  const pendingListed = listing === 'listed' || listing === 'unknown';
  return { pending: { stored: pending }, booked: { row: booked }, pendingListed, evidence };
}

function fromLate({ pending, booked, evidence }: Late): SettlementMade {
  return {
    pending: { row: pending },
    booked: 'id' in booked ? { stored: booked } : { row: booked },
    pendingListed: true,
    evidence,
  };
}
