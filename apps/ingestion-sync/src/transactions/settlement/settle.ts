import { SettlementEvidence } from '@tributary/contracts';
import { dayOf } from '../../providers/mapping/mapped-fields';
import { AccountAnswer, isPendingCovered } from '../matching/answer';
import { compareKinds } from '../matching/evidence/compare-kinds';
import { Kind, kindsOf } from '../matching/evidence/kinds';
import { Pairing } from '../matching/pairing';
import { Workload } from '../matching/workload';
import { effectiveDay, StoredTransaction } from '../stored-transaction';
import { TransactionRow } from '../transaction-rows';
import {
  BookedEntry,
  bookedTraits,
  choose,
  Choices,
  evidenceFor,
  judge,
  PendingEntry,
  pendingTraits,
} from './choose-settlements';
import { pendingAmounts, SettlementCandidates } from './settlement-candidates';
import { EARLY_DAYS_MAX, PendingListing } from '../matching/evidence/settlement-evidence';

/** A stored pending entry and the booked row that settles it. */
export interface Settled {
  readonly pending: StoredTransaction;
  readonly booked: TransactionRow;
  readonly listing: PendingListing;
  readonly evidence: SettlementEvidence;
}

/** A pending row that arrived after its booked entry, which is stored or read together with it. */
export interface Late {
  readonly pending: TransactionRow;
  readonly booked: StoredTransaction | TransactionRow;
  readonly listing: PendingListing;
  readonly evidence: SettlementEvidence;
}

type StoredPending = PendingEntry<StoredTransaction>;
type NewBooked = BookedEntry<TransactionRow>;

/** Lets new booked rows claim stored pending entries. The pending transaction's id stays. */
export async function settle(
  booked: Pairing,
  pending: Pairing,
  answer: AccountAnswer,
  work: Workload,
): Promise<Choices<Settled>> {
  const rows = booked.openRows.map((entry): NewBooked => ({ entry, document: entry.document }));
  const links = new Set(rows.flatMap(({ entry }) => entry.pendingKey ?? []));
  const entries = claimable(pending, answer, links);
  // Most readings have no pending entry beside thousands of booked ones.
  if (rows.length === 0 || entries.length === 0) return { merged: [], reviews: [] };
  const keys = new Set(entries.map(({ entry }) => entry.identityKey));
  const ownKey = (key: string | null, others: ReadonlySet<string>) =>
    key !== null && others.has(key) ? key : '';
  const outer = await kindsOf(
    rows,
    (one) => `${bookedTraits(one)} ${ownKey(one.entry.pendingKey, keys)}`,
    work,
  );
  const inner = await kindsOf(
    entries,
    (one) => `${pendingTraits(one)} ${ownKey(one.entry.identityKey, links)}`,
    work,
  );
  const isLinked = (row: NewBooked, one: StoredPending) => row.entry.pendingKey === one.entry.identityKey;
  const possible = await compareKinds(
    {
      outer,
      entryOf: ({ entry }) => entry,
      candidatesOf: await pendingCandidates(inner, answer, work),
      judge: (row, one) => judge(one, row, isLinked(row, one), answer),
    },
    work,
  );
  const choices = await choose(possible, work, ({ outer: row, inner: one }) => ({
    pending: one.entry,
    booked: row.entry,
    listing: one.listing,
    evidence: evidenceFor(one, row, isLinked(row, one), answer),
  }));
  for (const { pending: stored, booked: row } of choices.merged) {
    booked.drop(row);
    pending.release(stored);
  }
  return choices;
}

/** The pending entries that a booked row may claim, with how the bank lists each. */
function claimable(pending: Pairing, answer: AccountAnswer, links: ReadonlySet<string>): StoredPending[] {
  const open = new Set(pending.openStored);
  return answer.stored
    .filter((stored) => !stored.booked && isClaimable(stored, links.has(stored.identityKey), answer))
    .map((entry) => ({
      entry,
      document: entry.document,
      day: effectiveDay(entry),
      listing: listingOf(entry, open.has(entry), answer),
    }));
}

/**
 * A link by the provider allows a claim in any state. Without a link, entries that the provider removed, or of a
 * provider that relies on links, cannot be claimed.
 */
function isClaimable(
  { state, mergedInto }: StoredTransaction,
  linked: boolean,
  { reportsChanges }: AccountAnswer,
): boolean {
  if (state === 'MERGED' || mergedInto !== null) return false;
  return linked || (!reportsChanges && state !== 'WITHDRAWN');
}

/** Finds the pending entry that a booked row links to, then the entries that resemble it. */
async function pendingCandidates(
  kinds: readonly Kind<StoredPending>[],
  answer: AccountAnswer,
  work: Workload,
): Promise<(row: NewBooked) => Iterable<Kind<StoredPending>>> {
  const { rules } = answer;
  const byKey = new Map(kinds.map((kind) => [kind.sample.entry.identityKey, kind]));
  const candidates = new SettlementCandidates<StoredPending>();
  for (const kind of rules.matching ? kinds : []) {
    const { entry, document, day, listing } = kind.sample;
    if (isClaimable(entry, false, answer)) candidates.add(kind, document, day, listing !== 'listed');
    await work.pause();
  }
  const days = { before: rules.maxDays, after: EARLY_DAYS_MAX };
  return function* ({ entry: { pendingKey }, document }) {
    const linked = pendingKey === null ? undefined : byKey.get(pendingKey);
    if (linked) yield linked;
    const amounts = pendingAmounts(document, rules.amountTolerance);
    yield* candidates.of(document, dayOf(document), days, amounts);
  };
}

/** Matches new pending rows with booked entries that no pending entry has claimed. */
export async function absorbLate(
  booked: Pairing,
  pending: Pairing,
  settled: readonly Settled[],
  answer: AccountAnswer,
  work: Workload,
): Promise<Choices<Late>> {
  if (answer.reportsChanges || !answer.rules.matching || pending.openRows.length === 0) {
    return { merged: [], reviews: [] };
  }
  const rows = pending.openRows.map((entry): PendingEntry<TransactionRow> => {
    return { entry, document: entry.document, day: entry.day ?? answer.today, listing: 'listed' };
  });
  const inner = await kindsOf(unclaimed(booked, settled, answer), bookedTraits, work);
  const candidates = new SettlementCandidates<BookedEntry<StoredTransaction | TransactionRow>>();
  for (const kind of inner) {
    candidates.add(kind, kind.sample.document, dayOf(kind.sample.document), false);
    await work.pause();
  }
  const days = { before: EARLY_DAYS_MAX, after: answer.rules.maxDays };
  const possible = await compareKinds(
    {
      outer: await kindsOf(rows, pendingTraits, work),
      entryOf: ({ entry }) => entry,
      candidatesOf: ({ document, day }) => candidates.of(document, day, days, null),
      judge: (row, one) => judge(row, one, false, answer),
    },
    work,
  );
  return choose(possible, work, ({ outer: row, inner: one }) => ({
    pending: row.entry,
    booked: one.entry,
    listing: row.listing,
    evidence: evidenceFor(row, one, false, answer),
  }));
}

/** Booked entries that no pending entry has claimed, with their newly read documents. */
function unclaimed(
  booked: Pairing,
  settled: readonly Settled[],
  answer: AccountAnswer,
): BookedEntry<StoredTransaction | TransactionRow>[] {
  const claimed = new Set([
    ...answer.settlements.map(({ keptTransactionId }) => keptTransactionId),
    ...settled.map((one) => one.pending.id),
    ...answer.stored.flatMap(({ booked: isBooked, mergedInto }) => (isBooked ? [] : (mergedInto ?? []))),
  ]);
  const provided = new Map(booked.pairs.map(({ stored, row }) => [stored, row.document]));
  const stored = answer.stored.filter(
    ({ id, booked: isBooked, state }) =>
      isBooked && (state === 'LIVE' || state === 'DELETED') && !claimed.has(id),
  );
  return [
    ...stored.map((entry) => ({ entry, document: provided.get(entry) ?? entry.document })),
    ...booked.openRows.map((entry) => ({ entry, document: entry.document })),
  ];
}

function listingOf(stored: StoredTransaction, isOpen: boolean, answer: AccountAnswer): PendingListing {
  if (answer.listed.has(stored.id) || !isOpen) return 'listed';
  if (stored.state === 'UNLISTED') return 'gone';
  if (isPendingCovered(stored, answer.coverage)) return 'vanished';
  // An incomplete reading may leave out an entry that the bank still lists.
  return answer.coverage.some(({ includesPending }) => includesPending) ? 'listed' : 'unknown';
}
