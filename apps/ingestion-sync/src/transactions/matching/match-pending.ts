import { isSameDecimal } from '@tributary/money';
import { compareNames } from '../settlement/name-evidence';
import { isSameWay } from '../settlement/settlement-evidence';
import { AccountAnswer, isPendingCovered } from './answer';
import { daysApart, hasSameAmount, identityKeyOf, pairSame } from './match-booked';
import { Candidate, Pair, Pairing } from './pairing';

/**
 * Finds pending rows again among the stored ones: by content, else by the bank's id where they may be one purchase,
 * whatever the amount is now. Rows of a pending entry that its booked one shows already are dropped.
 */
export function matchPending(answer: AccountAnswer): Pairing {
  const pairing = pairSame(answer, false);
  if (answer.reportsChanges) return pairing;
  pairing.pairByKey(identityKeyOf, identityKeyOf, (pair) => mayBeOne(pair, answer));
  return pairing;
}

/**
 * A pending entry that the bank lists again under another date: the same amount and name, and the old one disappeared.
 */
export function matchRedated(pairing: Pairing, answer: AccountAnswer): void {
  const gone = pairing.openStored.filter(
    (stored) =>
      stored.state !== 'WITHDRAWN' &&
      stored.state !== 'UNLISTED' &&
      isPendingCovered(stored, answer.coverage),
  );
  const candidates = pairing.openRows.flatMap((row) =>
    gone.flatMap((stored): Candidate[] => {
      const pair = { row, stored };
      const name = hasSameAmount(pair)
        ? compareNames(row.document, stored.document, answer.rules)
        : 'different';
      const days = daysApart(pair, answer.today);
      const isNamed = name === 'same' || name === 'similar';
      return isNamed && days <= answer.rules.maxDays ? [{ ...pair, cost: [days] }] : [];
    }),
  );
  pairing.pairBest(candidates);
}

/** Banks use ids of pending entries again for others: a purchase keeps its day, or its amount. */
function mayBeOne(pair: Pair, answer: AccountAnswer): boolean {
  const { row, stored } = pair;
  const days = daysApart(pair, answer.today);
  const isSameAmount = isSameDecimal(row.document.amount, stored.document.amount);
  if (row.document.currency !== stored.document.currency || !isSameWay(row.document, stored.document))
    return false;
  if (days > (isSameAmount ? answer.rules.maxDays : 0)) return false;
  const name = compareNames(row.document, stored.document, answer.rules);
  return name === 'unknown' ? isSameAmount : name !== 'different';
}
