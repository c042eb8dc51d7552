import { AccountAnswer, isPendingCovered } from '../matching/answer';
import { Pairing } from '../matching/pairing';
import { contentOf } from '../content';

/**
 * Banks list a pending entry beside its booked one for a while: such rows are dropped, for as long as they are listed
 * without a break. @returns the settlements whose pending entry is not listed any more
 */
export function dropLingering(pending: Pairing, answer: AccountAnswer): number[] {
  const gone: number[] = [];
  for (const settlement of answer.settlements) {
    if (!settlement.pendingListed) continue;
    const content = contentOf(settlement.pendingDocument, answer.duplicateFields);
    const row = pending.openRows.find(
      ({ identityKey, document }) =>
        identityKey === settlement.pendingKey || contentOf(document, answer.duplicateFields) === content,
    );
    if (row) pending.drop(row);
    else if (isPendingCovered(settlement, answer.coverage)) gone.push(settlement.id);
  }
  return gone;
}
