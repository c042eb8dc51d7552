import { isSameDecimal } from '@tributary/money';
import { compareNames } from './evidence/name-evidence';
import { isSameWay } from './evidence/settlement-evidence';
import { AccountAnswer, isPendingCovered } from './answer';
import { compareAlike, effectiveDays } from './evidence/compare-alike';
import { daysApart, identityKeyOf, pairSame } from './match-booked';
import { Pair, Pairing } from './pairing';
import { Workload } from './workload';

/**
 * Matches pending rows with stored ones: by content; otherwise by the bank's id, if they may be one purchase, even with
 * another amount.
 */
export async function matchPending(answer: AccountAnswer, work: Workload): Promise<Pairing> {
  const pairing = await pairSame(answer, false, work);
  if (answer.reportsChanges) return pairing;
  pairing.pairByKey(identityKeyOf, identityKeyOf, (pair) => mayBeOne(pair, answer));
  return pairing;
}

/**
 * Matches a pending entry that the bank lists again under another date: amount and name are the same, and the old entry
 * disappeared.
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

/** Banks reuse ids of pending entries, so a purchase must have the same day or the same amount. */
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
