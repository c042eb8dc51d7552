import { isSameDecimal } from '@tributary/money';
import { AccountAnswer, isPendingCovered } from '../matching/answer';
import { Pairing } from '../matching/pairing';
import { contentOf } from '../../mapping/content';
import { TransactionRow } from '../transaction-rows';
import { compareNames } from './name-evidence';
import { StoredSettlement } from './settlement';

/**
 * Banks list a pending entry beside its booked one for a while: such rows are dropped, for as long as they are listed
 * without a break. @returns the settlements whose pending entry is not listed any more
 */
export function dropLingering(pending: Pairing, answer: AccountAnswer): number[] {
  const gone: number[] = [];
  for (const settlement of answer.settlements) {
    if (!settlement.pendingListed) continue;
    const row = pending.openRows.find((candidate) => isThePendingOf(settlement, candidate, answer));
    if (row) pending.drop(row);
    else if (isPendingCovered(settlement, answer.coverage)) gone.push(settlement.id);
  }
  return gone;
}

/** The same to the letter, or by its id on the same day: banks use ids of pending entries again for others. */
function isThePendingOf(
  { pendingKey, pendingDocument, day }: StoredSettlement,
  row: TransactionRow,
  { duplicateFields, rules }: AccountAnswer,
): boolean {
  if (contentOf(row.document, duplicateFields) === contentOf(pendingDocument, duplicateFields)) return true;
  if (row.identityKey !== pendingKey || row.day !== day) return false;
  if (!isSameDecimal(row.document.amount, pendingDocument.amount)) return false;
  return compareNames(row.document, pendingDocument, rules) !== 'different';
}
