import { isSameDecimal } from '@tributary/money';
import { compareNames } from './evidence/name-evidence';
import { isSameWay } from './evidence/settlement-evidence';
import { AccountAnswer, isPendingCovered } from './answer';
import { compareAlike, effectiveDays } from './evidence/compare-alike';
import { daysApart, identityKeyOf, pairSame } from './match-booked';
import { Pair, Pairing } from './pairing';
import { Workload } from './workload';

/**
 * Finds pending rows again among the stored ones: by content, else by the bank's id where they may be one purchase,
 * whatever the amount is now. Rows of a pending entry that its booked one shows already are dropped.
 */
export async function matchPending(answer: AccountAnswer, work: Workload): Promise<Pairing> {
  const pairing = await pairSame(answer, false, work);
  if (answer.reportsChanges) return pairing;
  pairing.pairByKey(identityKeyOf, identityKeyOf, (pair) => mayBeOne(pair, answer));
  return pairing;
}

/**
 * A pending entry that the bank lists again under another date: the same amount and name, and the old one disappeared.
 */
export async function matchRedated(pairing: Pairing, answer: AccountAnswer, work: Workload): Promise<void> {
  const stored = pairing.openStored.filter(
    (one) => one.state !== 'WITHDRAWN' && one.state !== 'UNLISTED' && isPendingCovered(one, answer.coverage),
  );
  const possible = await compareAlike(
    pairing,
    {
      stored,
      days: answer.rules.maxDays,
      ...effectiveDays(answer.today),
      traitsOf: () => '',
      judge: (pair) => {
        const name = compareNames(pair.row.document, pair.stored.document, answer.rules);
        const days = daysApart(pair, answer.today);
        const isNamed = name === 'same' || name === 'similar';
        return isNamed && days <= answer.rules.maxDays ? { cost: days } : null;
      },
    },
    work,
  );
  pairing.pairBest(possible);
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
