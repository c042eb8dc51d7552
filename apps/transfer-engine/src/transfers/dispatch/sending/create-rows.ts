import { FoundRow } from '../../../destinations/destination.port';
import { DueTransfer } from '../due-transfer';
import { lookUp } from './look-up';
import { sendInParts } from './send-in-parts';
import { Sending } from './sending';
import { Outcome } from '../attempt-result';

/**
 * Creates rows. A row whose earlier request has an unknown outcome is never created twice: the destination refuses its
 * key, or the row is looked up first.
 */
export async function createRows(sending: Sending, transfers: readonly DueTransfer[]): Promise<Outcome[]> {
  const outcomes = await lookBeforeRepeating(sending, transfers);
  const toCreate = transfers.filter((transfer) => !outcomes.has(transfer));
  const sent = await sendInParts(toCreate, {
    send: (part) => sending.request((to) => sending.destination.create(to, part.map(toNewRow))),
    refusedRow: (reason, { content }) => sending.refusedRow({ reason, content, date: content.date }),
    refusedAlike: (reason, { content }, named) =>
      sending.refusedAlike({ reason, content, date: content.date }, named?.content ?? null),
    rowsMax: sending.destination.pace.rowsPerRequest.create,
    targetOf: ({ targetExternalId }) => targetExternalId,
  });
  toCreate.forEach((transfer, index) => outcomes.set(transfer, sent[index] ?? { kind: 'unknown' }));
  await lookUpDuplicates(sending, outcomes);
  return transfers.map((transfer) => outcomes.get(transfer) ?? { kind: 'unknown' });
}

/**
 * For destinations that accept a key twice: looks up rows that may exist. A row that is not found may be sent (again).
 */
async function lookBeforeRepeating(
  sending: Sending,
  transfers: readonly DueTransfer[],
): Promise<Map<DueTransfer, Outcome>> {
  const uncertain = sending.destination.refusesKnownKeys
    ? []
    : transfers.filter(({ maybeSent }) => maybeSent);
  if (uncertain.length === 0) return new Map();
  const found = await lookUp(sending, uncertain);
  if ('failed' in found) return new Map(uncertain.map((transfer) => [transfer, found.failed]));
  return new Map([...found.rows].map(([transfer, row]) => [transfer, outcomeOf(row)]));
}

/** Looks up the rows of duplicates by key: an earlier attempt sent them, and its response was lost. */
async function lookUpDuplicates(sending: Sending, outcomes: Map<DueTransfer, Outcome>): Promise<void> {
  const duplicates = [...outcomes].flatMap(([transfer, { kind }]) =>
    kind === 'duplicate' ? [transfer] : [],
  );
  if (duplicates.length === 0) return;
  const found = await lookUp(sending, duplicates);
  for (const transfer of duplicates) {
    outcomes.set(transfer, 'failed' in found ? found.failed : outcomeOf(found.rows.get(transfer)));
  }
}

/** The destination knows the key but does not list the row: the user has deleted it. */
function outcomeOf(row: FoundRow | undefined): Outcome {
  if (!row || row.state === 'deleted') return { kind: 'gone' };
  return { kind: 'found', destinationId: row.destinationId };
}

function toNewRow({ importId: key, targetExternalId, transactionId, content }: DueTransfer) {
  return { key, targetExternalId, transactionId, content };
}
