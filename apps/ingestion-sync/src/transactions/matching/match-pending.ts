import { daysBetween } from '../../calendar';
import { contentOf } from '../../mapping/content';
import { compareNames } from '../settlement/name-evidence';
import { isSameWay } from '../settlement/settlement-evidence';
import { effectiveDay } from '../stored-transaction';
import { AccountAnswer, isPendingCovered } from './answer';
import { contentHashOf, identityKeyOf } from './match-booked';
import { Candidate, Pair, Pairing } from './pairing';

/**
 * Finds pending rows again among the stored ones: by content, else by the bank's id where they may be one purchase,
 * whatever the amount is now. Rows of a pending entry that its booked one shows already are dropped.
 */
export function matchPending(answer: AccountAnswer): Pairing {
  const pairing = new Pairing(
    answer.rows.filter(({ document }) => !document.booked),
    answer.stored
      .filter(({ id, booked, state }) => !booked && state !== 'MERGED' && !answer.listed.has(id))
      .sort((a, b) => Number(b.state === 'LIVE') - Number(a.state === 'LIVE') || a.id - b.id),
  );
  if (answer.tellsChanges) {
    pairing.pairByKey(identityKeyOf, identityKeyOf);
    return pairing;
  }
  const content = (of: { document: Pair['row']['document'] }): string =>
    contentOf(of.document, answer.duplicateFields);
  pairing.pairByKey(contentHashOf, contentHashOf);
  pairing.pairByKey(
    (row) => `${row.identityKey} ${content(row)}`,
    (stored) => `${stored.identityKey} ${content(stored)}`,
  );
  pairing.pairByKey(content, content);
  pairing.pairByKey(identityKeyOf, identityKeyOf, (pair) => mayBeOne(pair, answer));
  return pairing;
}

/** A pending entry that the bank lists anew under another date: the same amount and name, and the old one is gone. */
export function matchRedated(pairing: Pairing, answer: AccountAnswer): void {
  const gone = pairing.openStored.filter(
    (stored) =>
      stored.state !== 'WITHDRAWN' &&
      stored.state !== 'UNLISTED' &&
      isPendingCovered(stored, answer.coverage),
  );
  const candidates = pairing.openRows.flatMap((row) =>
    gone.flatMap((stored): Candidate[] => {
      const isSameAmount =
        row.document.amount === stored.document.amount && row.document.currency === stored.document.currency;
      const name = isSameAmount ? compareNames(row.document, stored.document, answer.rules) : 'different';
      const days = daysApart({ row, stored }, answer.today);
      const isNamed = name === 'same' || name === 'similar';
      return isNamed && days <= answer.rules.maxDays ? [{ row, stored, cost: [days] }] : [];
    }),
  );
  pairing.pairBest(candidates);
}

/** Banks use ids of pending entries again for others: a purchase keeps its day, or its amount. */
function mayBeOne(pair: Pair, answer: AccountAnswer): boolean {
  const { row, stored } = pair;
  const days = daysApart(pair, answer.today);
  const isSameAmount = row.document.amount === stored.document.amount;
  if (row.document.currency !== stored.document.currency || !isSameWay(row.document, stored.document))
    return false;
  if (days > (isSameAmount ? answer.rules.maxDays : 0)) return false;
  const name = compareNames(row.document, stored.document, answer.rules);
  return name === 'unknown' ? isSameAmount : name !== 'different';
}

function daysApart({ row, stored }: Pair, today: string): number {
  return Math.abs(daysBetween(effectiveDay(stored), row.day ?? today));
}
