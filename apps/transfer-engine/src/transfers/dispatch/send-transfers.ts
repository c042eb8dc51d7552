import { DestinationKind } from '../../destinations/destinations';
import {
  ChangedRow,
  DestinationFailure,
  FoundRow,
  RowOutcome,
  Unit,
} from '../../destinations/destination.port';
import { fieldsToLeave } from '../booked-change';
import { DueTransfer } from './due-transfer';
import { sendInParts } from './send-in-parts';
import { Outcome } from './settle';
import { AllowanceSpentError } from './unit-claims';

export interface Sending {
  readonly unit: Unit;
  readonly kind: DestinationKind;
  /** Asked before each request. @throws LeaseLostError, AllowanceSpentError */
  readonly permit: () => Promise<void>;
  /** Told after each answer. */
  readonly answered: () => void;
}

/** Deleting goes one by one, so a round does only so many of them, and its lease and allowance last. */
const DELETES_MAX = 20;
const EVER = '1970-01-01';

/** Carries transfers of one unit out and says what came of each, in the order of the transfers. */
export async function sendTransfers(sending: Sending, transfers: readonly DueTransfer[]): Promise<Outcome[]> {
  const of = (operation: DueTransfer['operation']) => transfers.filter((one) => one.operation === operation);
  const outcomes = new Map<DueTransfer, Outcome>();
  const work = [
    [of('CREATE'), createRows],
    [of('UPDATE'), updateRows],
    [of('DELETE'), deleteRows],
  ] as const;
  for (const [part, send] of work) {
    const came = part.length === 0 ? [] : await send(sending, part);
    part.forEach((transfer, place) => outcomes.set(transfer, came[place] ?? { kind: 'unknown' }));
  }
  return transfers.map((transfer) => outcomes.get(transfer) ?? { kind: 'postponed' });
}

async function createRows(sending: Sending, transfers: readonly DueTransfer[]): Promise<Outcome[]> {
  const { kind, unit } = sending;
  const outcomes = await sendInParts(transfers, {
    send: (part) =>
      request(sending, () =>
        kind.destination.create(
          unit,
          part.map(({ importId, targetExternalId, content }) => ({
            key: importId,
            targetExternalId,
            content,
          })),
        ),
      ),
    refusedRow: kind.refusedRow,
  });
  return lookUpDuplicates(sending, transfers, outcomes);
}

/** A duplicate was sent by an earlier attempt whose answer was lost: its row is looked for, by its key. */
async function lookUpDuplicates(
  sending: Sending,
  transfers: readonly DueTransfer[],
  outcomes: readonly Outcome[],
): Promise<Outcome[]> {
  const duplicates = transfers.filter((_, place) => outcomes[place]?.kind === 'duplicate');
  if (duplicates.length === 0) return [...outcomes];
  const found = await findByKey(sending, duplicates);
  if ('failed' in found) {
    return outcomes.map((outcome) => (outcome.kind === 'duplicate' ? found.failed : outcome));
  }
  return outcomes.map((outcome, place) => {
    if (outcome.kind !== 'duplicate') return outcome;
    const row = found.rows.get(transfers[place]?.importId ?? '');
    // Known to the destination by its key and not listed any more: the user has deleted it.
    if (!row || row.state === 'deleted') return { kind: 'gone' };
    return { kind: 'found', destinationId: row.destinationId };
  });
}

type Found = { readonly rows: ReadonlyMap<string, FoundRow> } | { readonly failed: Outcome };

/** Since the oldest date of them; where one is missing, the user may have moved it: then since ever. */
async function findByKey(sending: Sending, transfers: readonly DueTransfer[]): Promise<Found> {
  for (const since of [oldestDate(transfers), EVER]) {
    const found = await find(sending, since);
    if ('failed' in found) return found;
    const rows = new Map(found.rows.map((row) => [row.key ?? '', row]));
    if (since === EVER || transfers.every(({ importId }) => rows.has(importId))) return { rows };
  }
  return { rows: new Map() };
}

async function find(
  sending: Sending,
  since: string,
): Promise<{ readonly rows: readonly FoundRow[] } | { readonly failed: Outcome }> {
  try {
    const { destination } = sending.kind;
    return { rows: await request(sending, () => destination.find(sending.unit, since)) };
  } catch (error) {
    return { failed: failedOutcome(error) };
  }
}

/** Rows that the user has reconciled or deleted are left alone, so they are looked at before they are changed. */
async function updateRows(sending: Sending, transfers: readonly DueTransfer[]): Promise<Outcome[]> {
  const { kind, unit } = sending;
  const outcomes = new Map<DueTransfer, Outcome>();
  const toChange = transfers.filter((transfer) => {
    const changes = kind.destination.mapsToChange(toChangedRow(transfer));
    if (!changes) outcomes.set(transfer, { kind: 'unchanged' });
    return changes;
  });
  if (toChange.length === 0) return transfers.map(() => ({ kind: 'unchanged' }));
  const found = await find(sending, oldestDate(toChange));
  if ('failed' in found) return transfers.map((transfer) => outcomes.get(transfer) ?? found.failed);
  const states = new Map(found.rows.map((row) => [row.destinationId, row.state]));
  const changeable = toChange.filter((transfer) => {
    const state = states.get(transfer.destinationTransactionId ?? '');
    if (state === 'locked') outcomes.set(transfer, { kind: 'locked' });
    if (state === 'deleted') outcomes.set(transfer, { kind: 'gone' });
    return !outcomes.has(transfer);
  });
  const sent = await sendInParts(changeable, {
    send: (part) => request(sending, () => kind.destination.update(unit, part.map(toChangedRow))),
    refusedRow: kind.refusedRow,
  });
  changeable.forEach((transfer, place) => outcomes.set(transfer, sent[place] ?? { kind: 'unknown' }));
  return transfers.map((transfer) => outcomes.get(transfer) ?? { kind: 'unknown' });
}

async function deleteRows(sending: Sending, transfers: readonly DueTransfer[]): Promise<Outcome[]> {
  const now = transfers.slice(0, DELETES_MAX);
  const nameless = now.filter((transfer) => transfer.destinationTransactionId === null);
  const found: Found = nameless.length === 0 ? { rows: new Map() } : await findByKey(sending, nameless);
  const outcomes: Outcome[] = [];
  for (const transfer of now) {
    if (transfer.destinationTransactionId !== null) {
      outcomes.push(await deleteRow(sending, transfer.destinationTransactionId));
    } else if ('failed' in found) outcomes.push(found.failed);
    else {
      const row = found.rows.get(transfer.importId);
      const isThere = row !== undefined && row.state !== 'deleted';
      outcomes.push(isThere ? await deleteRow(sending, row.destinationId) : { kind: 'gone' });
    }
  }
  return transfers.map((_, place) => outcomes[place] ?? { kind: 'postponed' });
}

async function deleteRow(sending: Sending, destinationId: string): Promise<Outcome> {
  try {
    return await request(sending, () => sending.kind.destination.delete(sending.unit, destinationId));
  } catch (error) {
    return failedOutcome(error);
  }
}

async function request<T>(sending: Sending, make: () => Promise<T>): Promise<T> {
  await sending.permit();
  const answer = await make();
  sending.answered();
  return answer;
}

function failedOutcome(error: unknown): Outcome {
  if (error instanceof AllowanceSpentError) return { kind: 'postponed' };
  if (!(error instanceof DestinationFailure)) throw error;
  const { detail } = error;
  if (detail.kind !== 'refused') return { kind: 'failed', failure: detail };
  return { kind: 'rejected', reason: detail.reason } satisfies RowOutcome;
}

function toChangedRow(transfer: DueTransfer): ChangedRow {
  const { sentContent: sent, content: wanted, destinationTransactionId, onBookedChange } = transfer;
  return {
    destinationId: destinationTransactionId ?? '',
    sent,
    wanted,
    leave: fieldsToLeave(sent, wanted, onBookedChange),
  };
}

function oldestDate(transfers: readonly DueTransfer[]): string {
  const dates = transfers.flatMap(({ content, sentContent }) => [content.date, sentContent?.date ?? null]);
  return dates.reduce<string>(
    (oldest, date) => (date !== null && date < oldest ? date : oldest),
    '9999-12-31',
  );
}
