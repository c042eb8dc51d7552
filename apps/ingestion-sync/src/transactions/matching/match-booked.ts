import { isSameDecimal, daysBetween } from '@tributary/money';
import { canonicalAmount, contentOf } from '../../providers/mapping/content';
import { compareNames, compareNumbers, NameEvidence } from './evidence/name-evidence';
import { isSameWay } from './evidence/settlement-evidence';
import { effectiveDay, hasEntry } from '../stored-transaction';
import { AccountAnswer, isAskedFor, isCovered } from './answer';
import { AlikePair, compareAlike, effectiveDays } from './evidence/compare-alike';
import { takeBest } from './evidence/kinds';
import { BookedMatches, Pair, Pairing } from './pairing';
import { Workload } from './workload';

/** Days by which a bank may correct a booking date under the same id. */
const CORRECTED_DAYS_MAX = 3;

/**
 * Matches booked rows with stored ones. Content counts more than ids, because banks rotate ids, renumber whole batches
 * and give one id to two rows. An id alone counts only if the stored row would otherwise be removed, or if at least the
 * amount and the day are equal: two purchases are never merged.
 */
export async function matchBooked(answer: AccountAnswer, work: Workload): Promise<BookedMatches> {
  const pairing = await pairSame(answer, true, work);
  if (!answer.reportsChanges) {
    await pairRelisted(pairing, answer, ['same', 'similar'], work);
    pairing.pairByKey(identityKeyOf, identityKeyOf, (pair) => isUnchangedById(pair, answer));
    await pairRelisted(pairing, answer, ['unknown'], work);
    pairing.pairByKey(identityKeyOf, identityKeyOf, (pair) => isCorrectedById(pair, answer));
  }
  return { pairing, doubtful: await pairWithFiles(pairing, answer, work) };
}

const NAMES_BEST_FIRST: readonly NameEvidence[] = ['same', 'similar', 'unknown', 'different'];

/**
 * Matches the remaining rows with rows of files, whose names and ids differ. Because the provider lists whole days, an
 * entry that only the file had on a day, and one of the same amount that only the provider has, are the same. Different
 * accounts of the other party exclude a match. If the reading may be incomplete for the day, a different name leaves
 * the pair doubtful. @returns the doubtful rows, removed from the pairing
 */
async function pairWithFiles(pairing: Pairing, answer: AccountAnswer, work: Workload): Promise<Pair[]> {
  const stored = pairing.openStored.filter(({ state, isFromFile }) => state === 'LIVE' && isFromFile);
  const possible = await compareAlike(
    pairing,
    {
      stored,
      days: 0,
      storedDay: ({ day }) => day,
      rowDay: ({ day }) => day,
      traitsOf: ({ underReview }) => String(underReview),
      judge: ({ row, stored: one }) => {
        if (entryOfDay(row) !== entryOfDay(one)) return null;
        if (compareNumbers(row.document, one.document) === 'different') return null;
        const name = compareNames(row.document, one.document, answer.rules);
        const isProven = name !== 'different' || isCompleteOn(row.day, answer);
        return { cost: NAMES_BEST_FIRST.indexOf(name), isProven };
      },
    },
    work,
  );
  pairing.pairBest(possible.filter(({ isProven }) => isProven));
  return takeDoubtful(
    pairing,
    possible.filter(({ isProven }) => !isProven),
  );
}

/** Takes one row for each stored row at most. A stored row under review is skipped, because it may be another entry itself. */
function takeDoubtful(pairing: Pairing, possible: readonly AlikePair[]): Pair[] {
  const open = possible.filter(({ outer }) => !outer.sample.underReview);
  const pairs = takeBest(open.map(({ outer, inner }) => ({ outer, inner, cost: 0 })));
  return pairs.map(({ outer: stored, inner: row }) => {
    pairing.drop(row);
    return { row, stored };
  });
}

/** Includes the first and last day of a window: the row shows that the reading has entries of that day. */
function isCompleteOn(day: string | null, { coverage }: AccountAnswer): boolean {
  return coverage.some(
    ({ from, to, complete }) => complete && day !== null && from <= day && (to === null || day <= to),
  );
}

function entryOfDay({ day, document }: Pick<Pair['row'], 'day' | 'document'>): string {
  return `${day ?? ''} ${document.currency} ${canonicalAmount(document)}`;
}

/** Pairs entries with the same content. If the provider reports changes, only its ids count. */
export async function pairSame(answer: AccountAnswer, isBooked: boolean, work: Workload): Promise<Pairing> {
  const pairing = new Pairing(
    answer.rows.filter(({ document }) => document.booked === isBooked),
    answer.stored
      .filter((one) => one.booked === isBooked && hasOwnEntry(one) && !answer.listed.has(one.id))
      .sort((a, b) => Number(b.state === 'LIVE') - Number(a.state === 'LIVE') || a.id - b.id),
  );
  if (answer.reportsChanges) {
    pairing.pairByKey(identityKeyOf, identityKeyOf);
    return pairing;
  }
  pairing.pairByKey(contentHashOf, contentHashOf);
  const contents = new Map<object, string>();
  for (const one of [...pairing.openRows, ...pairing.openStored]) {
    contents.set(one, contentOf(one.document, answer.duplicateFields));
    await work.pause();
  }
  const content = (of: object): string => contents.get(of) ?? '';
  pairing.pairByKey(
    (row) => `${row.identityKey} ${content(row)}`,
    (stored) => `${stored.identityKey} ${content(stored)}`,
  );
  await work.pause();
  pairing.pairByKey(content, content);
  await work.pause();
  return pairing;
}

/** False for a row of a file that was decided to be another transaction. */
function hasOwnEntry(stored: Pair['stored']): boolean {
  const { isFromFile, underReview, mergedInto } = stored;
  return hasEntry(stored) && !(isFromFile && underReview && mergedInto !== null);
}

function contentHashOf({ contentHash }: { readonly contentHash: string }): string {
  return contentHash;
}

export function identityKeyOf({ identityKey }: { readonly identityKey: string }): string {
  return identityKey;
}

/** A different name is accepted only if the day is the same, or the stored row would otherwise be removed. */
function isUnchangedById(pair: Pair, answer: AccountAnswer): boolean {
  const { row, stored } = pair;
  const days = daysApart(pair, answer.today);
  if (!hasSameAmount(pair) || days > CORRECTED_DAYS_MAX) return false;
  if (days === 0 || isCovered(stored, answer.coverage)) return true;
  return compareNames(row.document, stored.document, answer.rules) !== 'different';
}

/** Accepts another amount under the same id as the bank's correction, if the stored row would otherwise be removed. */
function isCorrectedById({ row, stored }: Pair, answer: AccountAnswer): boolean {
  if ((stored.state !== 'LIVE' && stored.mergedInto === null) || !isAskedFor(stored, answer.coverage))
    return false;
  const daysMax = isCovered(stored, answer.coverage) ? answer.rules.maxDays : 0;
  if (daysApart({ row, stored }, answer.today) > daysMax || !isSameWay(row.document, stored.document))
    return false;
  return compareNames(row.document, stored.document, answer.rules) !== 'different';
}

/**
 * Pairs stored rows that the reading does not list with new rows of the same amount: id and text both changed, or an
 * entry that was booked without an id got one. An incomplete reading may have left the stored row out, so the days must
 * agree; a wrong match is corrected by the next complete reading, but a duplicate row would not be.
 */
async function pairRelisted(
  pairing: Pairing,
  answer: AccountAnswer,
  names: readonly NameEvidence[],
  work: Workload,
): Promise<void> {
  const stored = pairing.openStored.filter((candidate) => isAskedFor(candidate, answer.coverage));
  const daysMax = Math.max(CORRECTED_DAYS_MAX, answer.rules.maxDays);
  const possible = await compareAlike(
    pairing,
    {
      stored,
      days: names.includes('unknown') ? 0 : daysMax,
      ...effectiveDays(answer.today),
      traitsOf: (one) => `${isCovered(one, answer.coverage)} ${movedDaysMax(one, answer)}`,
      judge: (pair) => relistedCost(pair, answer, names),
    },
    work,
  );
  pairing.pairBest(possible);
}

function relistedCost(
  pair: Pair,
  answer: AccountAnswer,
  names: readonly NameEvidence[],
): { readonly cost: number } | null {
  const { row, stored } = pair;
  const name = compareNames(row.document, stored.document, answer.rules);
  if (!names.includes(name)) return null;
  const days = daysApart(pair, answer.today);
  const isCertain = name !== 'unknown' && isCovered(stored, answer.coverage);
  if (days > (isCertain ? movedDaysMax(stored, answer) : 0)) return null;
  return { cost: days + (row.identityKey === stored.identityKey ? 0 : OTHER_KEY) };
}

/** Exceeds any number of days. */
const OTHER_KEY = 1000;

/** An entry that was booked without an id may have been a hold, so its day may move as far as a hold's. */
function movedDaysMax({ identityRank }: Pair['stored'], { rules }: AccountAnswer): number {
  return identityRank === 3 ? rules.maxDays : CORRECTED_DAYS_MAX;
}

export function hasSameAmount({ row, stored }: Pair): boolean {
  return (
    isSameDecimal(row.document.amount, stored.document.amount) &&
    row.document.currency === stored.document.currency
  );
}

export function daysApart({ row, stored }: Pair, today: string): number {
  return Math.abs(daysBetween(effectiveDay(stored), row.day ?? today));
}
