import { TransactionDocument } from '@tributary/contracts';
import { isSameDecimal, daysBetween } from '@tributary/money';
import {
  AccountAnswer,
  isAskedFor,
  isCovered,
  isPendingCovered,
} from '../../../src/transactions/matching/answer';
import { compareNames } from '../../../src/transactions/matching/evidence/name-evidence';
import {
  judgeSettlement,
  PendingListing,
} from '../../../src/transactions/matching/evidence/settlement-evidence';
import { effectiveDay, StoredTransaction } from '../../../src/transactions/stored-transaction';
import { TransactionRow } from '../../../src/transactions/transaction-rows';

/** The results of the matching steps, by the names of their entries. */
export interface Found {
  readonly merged: readonly string[];
  readonly reviews: readonly string[];
}

interface Pending {
  readonly name: string;
  readonly document: TransactionDocument;
  readonly day: string;
  readonly listing: PendingListing;
  readonly key: string | null;
  readonly onlyByLink: boolean;
}
interface Booked {
  readonly name: string;
  readonly document: TransactionDocument;
  readonly link: string | null;
}

/** Compares each open booked row with each stored pending entry, and sorts the possible pairs. */
export function settleByProduct(
  rows: readonly TransactionRow[],
  open: ReadonlySet<StoredTransaction>,
  answer: AccountAnswer,
): Found {
  const pending = answer.stored
    .filter(({ booked, state, mergedInto }) => !booked && state !== 'MERGED' && mergedInto === null)
    .map((stored): Pending => ({
      name: `s${stored.id}`,
      document: stored.document,
      day: stored.day ?? stored.seenOn,
      listing: listingOf(stored, open.has(stored), answer),
      key: stored.identityKey,
      onlyByLink: answer.reportsChanges || stored.state === 'WITHDRAWN',
    }));
  const booked = rows.map(({ rawJson, document, pendingKey }) => ({
    name: rawJson,
    document,
    link: pendingKey,
  }));
  return choose(
    booked.flatMap((row) => pending.map((one) => [one, row] as const)),
    answer,
  );
}

/** Compares each pending row with each booked entry. */
export function absorbByProduct(
  rows: readonly TransactionRow[],
  entries: readonly { readonly name: string; readonly document: TransactionDocument }[],
  answer: AccountAnswer,
): Found {
  const pending = rows.map((row): Pending => ({
    name: row.rawJson,
    document: row.document,
    day: row.day ?? answer.today,
    listing: 'listed',
    key: null,
    onlyByLink: answer.reportsChanges,
  }));
  const booked = entries.map((one) => ({ ...one, link: null }));
  return choose(
    pending.flatMap((one) => booked.map((entry) => [one, entry] as const)),
    answer,
  );
}

const WORDS = ['same', 'similar', 'unknown', 'different'];
const LISTED = ['vanished', 'unknown', 'gone', 'listed'];

function choose(pairs: readonly (readonly [Pending, Booked])[], { rules }: AccountAnswer): Found {
  const possible = pairs.flatMap(([one, row]) => {
    const linked = row.link !== null && row.link === one.key;
    if (one.onlyByLink && !linked) return [];
    const { document: pending, day: pendingDay, listing } = one;
    const found = judgeSettlement({ pending, pendingDay, listing, booked: row.document, linked }, rules);
    if (!found) return [];
    const { evidence, verdict } = found;
    const order = [
      !evidence.linked_by_provider,
      !evidence.same_institution_id,
      evidence.amount !== 'exact',
      LISTED.indexOf(listing),
      !evidence.same_day,
      WORDS.indexOf(evidence.name),
      -evidence.days,
    ].map(Number);
    return [{ one, row, verdict, order, evidence: JSON.stringify(evidence) }];
  });
  possible.sort((a, b) => a.order.map((value, at) => value - (b.order[at] ?? 0)).find((by) => by !== 0) ?? 0);
  const mergeable = possible.filter(({ verdict }) => verdict !== 'review');
  const partners = (of: unknown) => mergeable.filter(({ one, row }) => one === of || row === of).length;
  const used = new Set<unknown>();
  const take = (some: typeof possible) =>
    some.flatMap(({ one, row, evidence }) => {
      if (used.has(one) || used.has(row)) return [];
      used.add(one).add(row);
      return [`${one.name} ${row.name} ${one.listing} ${evidence}`];
    });
  const merged = take(
    mergeable.filter(
      ({ verdict, one, row }) => verdict === 'merge' || (partners(one) === 1 && partners(row) === 1),
    ),
  );
  return { merged, reviews: take(possible) };
}

function listingOf(stored: StoredTransaction, isOpen: boolean, answer: AccountAnswer): PendingListing {
  if (answer.listed.has(stored.id) || !isOpen) return 'listed';
  if (stored.state === 'UNLISTED') return 'gone';
  if (isPendingCovered(stored, answer.coverage)) return 'vanished';
  return answer.coverage.some(({ includesPending }) => includesPending) ? 'listed' : 'unknown';
}

/** Compares each row with each stored pending entry that disappeared, for entries with another date. */
export function redateByProduct(
  rows: readonly TransactionRow[],
  stored: readonly StoredTransaction[],
  answer: AccountAnswer,
): string[] {
  const gone = stored.filter(
    (one) => one.state !== 'WITHDRAWN' && one.state !== 'UNLISTED' && isPendingCovered(one, answer.coverage),
  );
  return best(rows, gone, (row, one) => {
    const name = compareNames(row.document, one.document, answer.rules);
    const days = apart(row, one, answer);
    const isSame = hasSameAmount(row, one) && (name === 'same' || name === 'similar');
    return isSame && days <= answer.rules.maxDays ? [days] : null;
  });
}

/** Compares booked entries that a bank lists under another key and text, or date. */
export function relistByProduct(
  rows: readonly TransactionRow[],
  stored: readonly StoredTransaction[],
  names: readonly string[],
  answer: AccountAnswer,
): string[] {
  const asked = stored.filter((one) => isAskedFor(one, answer.coverage));
  return best(rows, asked, (row, one) => {
    const name = compareNames(row.document, one.document, answer.rules);
    if (!hasSameAmount(row, one) || !names.includes(name)) return null;
    const days = apart(row, one, answer);
    const moved = one.identityRank === 3 ? answer.rules.maxDays : 3;
    const isCertain = name !== 'unknown' && isCovered(one, answer.coverage);
    return days > (isCertain ? moved : 0) ? null : [row.identityKey === one.identityKey ? 0 : 1, days];
  });
}

function best(
  rows: readonly TransactionRow[],
  stored: readonly StoredTransaction[],
  costOf: (row: TransactionRow, one: StoredTransaction) => number[] | null,
): string[] {
  const possible = stored.flatMap((one) =>
    rows.flatMap((row, at) => {
      const cost = costOf(row, one);
      return cost ? [{ one, row, order: [...cost, one.id, at] }] : [];
    }),
  );
  possible.sort((a, b) => a.order.map((value, at) => value - (b.order[at] ?? 0)).find((by) => by !== 0) ?? 0);
  const used = new Set<unknown>();
  return possible.flatMap(({ one, row }) => {
    if (used.has(one) || used.has(row)) return [];
    used.add(one).add(row);
    return [`s${one.id} ${row.rawJson}`];
  });
}

function hasSameAmount(row: TransactionRow, one: StoredTransaction): boolean {
  const [a, b] = [row.document, one.document];
  return isSameDecimal(a.amount, b.amount) && a.currency === b.currency;
}

function apart(row: TransactionRow, one: StoredTransaction, { today }: AccountAnswer): number {
  return Math.abs(daysBetween(effectiveDay(one), row.day ?? today));
}
