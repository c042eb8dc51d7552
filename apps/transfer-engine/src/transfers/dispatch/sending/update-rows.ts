import { changedByUser, expectedAt } from '../../../destinations/mapping/content-differences';
import {
  BookedField,
  ChangedRow,
  FoundRow,
  HeldContent,
  UnmappableTransactionError,
} from '../../../destinations/destination.port';
import { fieldsToLeave } from '../../planning/booked-change';
import { DueTransfer } from '../due-transfer';
import { lookUp } from './look-up';
import { sendInParts } from './send-in-parts';
import { Sending } from './sending';
import { Outcome } from '../attempt-result';

/**
 * Updates rows. Each row is looked up first, because rows and fields that the user reconciled, deleted or changed are
 * left unchanged.
 */
export async function updateRows(sending: Sending, transfers: readonly DueTransfer[]): Promise<Outcome[]> {
  const outcomes = new Map<DueTransfer, Outcome>();
  const toLookAt = transfers.filter((transfer) => {
    const changes = mapsToChange(sending, toChangedRow(transfer, NOTHING));
    if (!changes) outcomes.set(transfer, { kind: 'unchanged' });
    return changes;
  });
  if (toLookAt.length > 0) await change(sending, toLookAt, outcomes);
  return transfers.map((transfer) => outcomes.get(transfer) ?? { kind: 'unknown' });
}

const NOTHING: ReadonlySet<BookedField> = new Set();

/** A change to send, with the row as it was found. */
interface Change {
  readonly transfer: DueTransfer;
  readonly row: ChangedRow;
  readonly found: FoundRow;
  readonly kept: ReadonlySet<BookedField>;
}

async function change(
  sending: Sending,
  transfers: readonly DueTransfer[],
  outcomes: Map<DueTransfer, Outcome>,
): Promise<void> {
  const found = await lookUp(sending, transfers);
  if ('failed' in found) {
    for (const transfer of transfers) outcomes.set(transfer, found.failed);
    return;
  }
  const changes = transfers.flatMap((transfer): Change[] => {
    const decided = decide(sending, transfer, found.rows.get(transfer));
    if ('row' in decided) return [decided];
    outcomes.set(transfer, decided);
    return [];
  });
  const sent = await sendInParts(changes, {
    send: (part) =>
      sending.request((to) =>
        sending.destination.update(
          to,
          part.map(({ row }) => row),
        ),
      ),
    refusedRow: (reason, { row: { wanted: content } }) =>
      sending.refusedRow({ reason, content, date: content.date }),
    refusedAlike: (reason, { row: { wanted: content } }, named) =>
      sending.refusedAlike({ reason, content, date: content.date }, named?.row.wanted ?? null),
    rowsMax: sending.destination.pace.rowsPerRequest.update,
    targetOf: ({ row }) => row.targetExternalId,
  });
  changes.forEach((one, index) => outcomes.set(one.transfer, outcomeOf(sending, one, sent[index])));
}

/** Returns the change to send, or the outcome if there is none to send. */
function decide(sending: Sending, transfer: DueTransfer, found: FoundRow | undefined): Change | Outcome {
  if (!found || found.state === 'deleted') return { kind: 'gone' };
  if (found.state === 'locked') return { kind: 'locked' };
  const kept = keptFields(sending, transfer, found);
  const row = toChangedRow(transfer, kept);
  if (mapsToChange(sending, row)) return { transfer, row, found, kept };
  return { kind: 'kept', fields: [...kept], held: found.content };
}

/** A change that cannot be mapped counts as one: the destination's `update` then reports the reason. */
function mapsToChange(sending: Sending, row: ChangedRow): boolean {
  try {
    return sending.destination.mapsToChange(row);
  } catch (error) {
    if (error instanceof UnmappableTransactionError) return true;
    throw error;
  }
}

/** Returns the fields that the user has changed, earlier or since the row was sent; they are left unchanged. */
function keptFields(sending: Sending, transfer: DueTransfer, found: FoundRow): ReadonlySet<BookedField> {
  const { sentContent, content, heldContent, changedThere } = transfer;
  const sent = heldContent ?? (sentContent === null ? null : expectedAt(sending.destination, sentContent));
  const since = changedByUser(found.content, sent, expectedAt(sending.destination, content));
  return new Set([...changedThere, ...since]);
}

function outcomeOf(
  sending: Sending,
  { transfer, row, found, kept }: Change,
  came: Outcome | undefined,
): Outcome {
  if (came?.kind !== 'done' || row.leave.size === 0) return came ?? { kind: 'unknown' };
  const wanted = expectedAt(sending.destination, transfer.content);
  const held = wanted === null ? null : mixed(wanted, found.content, row.leave);
  const { destinationId, note } = came;
  return {
    kind: 'done-in-part',
    destinationId,
    fields: [...kept],
    held,
    ...(note === undefined ? {} : { note }),
  };
}

/** The row's content after a change that left some fields unchanged. */
function mixed(wanted: HeldContent, before: HeldContent, left: ReadonlySet<BookedField>): HeldContent {
  const status = left.has('status') ? before : wanted;
  return {
    date: status.date,
    cleared: status.cleared,
    amount: (left.has('amount') ? before : wanted).amount,
    payee: (left.has('payee') ? before : wanted).payee,
    description: (left.has('description') ? before : wanted).description,
    category: (left.has('category') ? before : wanted).category ?? null,
  };
}

function toChangedRow(transfer: DueTransfer, kept: ReadonlySet<BookedField>): ChangedRow {
  const { sentContent: sent, content: wanted, destinationTransactionId, onBookedChange } = transfer;
  return {
    key: transfer.importId,
    targetExternalId: transfer.targetExternalId,
    transactionId: transfer.transactionId,
    destinationId: destinationTransactionId ?? '',
    sent,
    wanted,
    leave: new Set([...fieldsToLeave(sent, wanted, onBookedChange), ...kept]),
  };
}
