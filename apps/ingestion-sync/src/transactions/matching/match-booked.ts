import { daysBetween } from '../../sync/calendar';
import { contentOf } from '../content';
import { compareNames } from '../settlement/name-evidence';
import { effectiveDay } from '../stored-transaction';
import { AccountAnswer, isCovered } from './answer';
import { Candidate, Pair, Pairing } from './pairing';

/** A booking date may be corrected by so much under the same id. */
const CORRECTED_DAYS_MAX = 3;

/**
 * Finds booked rows again among the stored ones. What a row says counts for more than the id that it goes by: banks
 * rotate ids, renumber whole batches and give one id to two rows. An id alone is believed where the stored row would
 * otherwise be gone, or where at least the amount and the day agree: two purchases are never made one.
 */
export function matchBooked(answer: AccountAnswer): Pairing {
  const pairing = new Pairing(
    answer.rows.filter(({ document }) => document.booked),
    answer.stored
      .filter(({ id, booked, state }) => booked && state !== 'MERGED' && !answer.listed.has(id))
      .sort((a, b) => Number(b.state === 'LIVE') - Number(a.state === 'LIVE') || a.id - b.id),
  );
  if (answer.tellsChanges) {
    pairing.pairByKey(identityKeyOf, identityKeyOf);
    return pairing;
  }
  const content = (of: { document: Pair['row']['document'] }): string =>
    contentOf(of.document, answer.duplicateFields);
  pairing.pairByKey(
    (row) => `${row.identityKey} ${content(row)}`,
    (stored) => `${stored.identityKey} ${content(stored)}`,
  );
  pairing.pairByKey(content, content);
  pairing.pairByKey(identityKeyOf, identityKeyOf, (pair) => isSameById(pair, answer));
  pairing.pairBest(retold(pairing, answer));
  return pairing;
}

export function identityKeyOf({ identityKey }: { readonly identityKey: string }): string {
  return identityKey;
}

function isSameById({ row, stored }: Pair, answer: AccountAnswer): boolean {
  if (stored.state === 'LIVE' && isCovered(stored, answer.coverage)) return true;
  return hasSameAmount({ row, stored }) && daysApart({ row, stored }, answer.today) <= CORRECTED_DAYS_MAX;
}

/**
 * Stored rows that a complete answer no longer lists, beside new ones of the same amount: id and text both changed, or
 * an entry that was booked without any id got one.
 */
function retold(pairing: Pairing, answer: AccountAnswer): Candidate[] {
  const byAmount = new Map<string, Pair['row'][]>();
  for (const row of pairing.openRows) {
    const key = `${row.document.currency}${row.document.amount}`;
    byAmount.set(key, [...(byAmount.get(key) ?? []), row]);
  }
  return pairing.openStored
    .filter((stored) => isCovered(stored, answer.coverage))
    .flatMap((stored) => {
      const rows = byAmount.get(`${stored.document.currency}${stored.document.amount}`) ?? [];
      return rows.flatMap((row) => retoldCandidate({ row, stored }, answer));
    });
}

function retoldCandidate(pair: Pair, answer: AccountAnswer): Candidate[] {
  const { row, stored } = pair;
  const name = compareNames(row.document, stored.document, answer.rules);
  const days = daysApart(pair, answer.today);
  const daysMax = stored.identityRank === 3 ? answer.rules.maxDays : CORRECTED_DAYS_MAX;
  const isNamed = name === 'same' || name === 'similar';
  if (name === 'different' || days > (isNamed ? daysMax : 0)) return [];
  return [{ ...pair, cost: [days, isNamed ? 0 : 1] }];
}

function hasSameAmount({ row, stored }: Pair): boolean {
  return row.document.amount === stored.document.amount && row.document.currency === stored.document.currency;
}

function daysApart({ row, stored }: Pair, today: string): number {
  return Math.abs(daysBetween(effectiveDay(stored), row.day ?? today));
}
