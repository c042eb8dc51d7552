import { FoundRow, SentRow } from '../../../destinations/destination.port';
import { DueTransfer } from '../due-transfer';
import { lookUp } from './look-up';
import { sendInParts } from './send-in-parts';
import { Sending } from './sending';
import { Outcome } from '../attempt-result';

/**
 * The most delete requests of one turn at destinations that delete rows one by one, so that lease and allowance
 * suffice.
 */
const REQUESTS_MAX = 20;

/** Deletes rows, except those that the user has reconciled, because deleting one would undo the user's work. */
export async function deleteRows(sending: Sending, transfers: readonly DueTransfer[]): Promise<Outcome[]> {
  const rowsMax = sending.destination.pace.rowsPerRequest.delete;
  const now = transfers.slice(0, REQUESTS_MAX * rowsMax);
  const found = await lookUp(sending, now);
  if ('failed' in found) return transfers.map(() => found.failed);
  const outcomes = new Map<DueTransfer, Outcome>();
  const toDelete = now.flatMap((transfer) => {
    const row = found.rows.get(transfer);
    const outcome = outcomeWithout(row);
    if (outcome) outcomes.set(transfer, outcome);
    return row && !outcome ? [{ transfer, row: toSentRow(transfer, row) }] : [];
  });
  const sent = await sendInParts(toDelete, {
    send: (part) =>
      sending.request((to) =>
        sending.destination.delete(
          to,
          part.map(({ row }) => row),
        ),
      ),
    refusedRow: (reason) => ({ kind: 'rejected', reason }),
    refusedAlike: () => false,
    rowsMax,
    targetOf: ({ row }) => row.targetExternalId,
  });
  toDelete.forEach(({ transfer }, index) => outcomes.set(transfer, sent[index] ?? { kind: 'unknown' }));
  return transfers.map((transfer) => outcomes.get(transfer) ?? { kind: 'postponed' });
}

/** The outcome if there is nothing to delete; null if the row must be deleted. */
function outcomeWithout(row: FoundRow | undefined): Outcome | null {
  if (!row || row.state === 'deleted') return { kind: 'gone' };
  return row.state === 'locked' ? { kind: 'locked' } : null;
}

function toSentRow({ importId: key }: DueTransfer, { destinationId, targetExternalId }: FoundRow): SentRow {
  return { key, destinationId, targetExternalId };
}
