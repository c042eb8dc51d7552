import { OutgoingEvent, traceOf } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { insertAttempts, lockPresent, savePresent, saveUnchanged } from './due-transfers.store';
import { LoggedRow, LoggedTransfer, toEntry, transferLogged } from '../transfer-logged';
import { AttemptResult, resultForChanged } from './attempt-result';

/** The saved transfers, by id. */
type Saved = Map<number, LoggedRow>;

/**
 * Saves the results of the transfers in a few statements, and logs the attempts.
 * @returns the events that publish it
 */
export async function saveResults(
  tx: Tx,
  results: readonly AttemptResult[],
  attemptedAt: Date,
): Promise<OutgoingEvent[]> {
  const moved = results.filter((one) => one.attempt !== null || !isAsBefore(one));
  if (moved.length === 0) return [];
  const { saved, attempts } = await saveSent(tx, moved, attemptedAt);
  const changed = moved.filter(({ transfer }) => !saved.has(transfer.id));
  if (changed.length > 0) {
    await saveChanged(tx, changed, saved);
    const known = changed.filter(({ transfer }) => saved.has(transfer.id)); // others were erased meanwhile
    await logAttempts(tx, known, attemptedAt, attempts);
  }
  const time = attemptedAt.toISOString();
  return transferLogged(
    moved.flatMap((result) => {
      const { id } = result.transfer;
      return toLogged(result, saved.get(id), attempts.get(id), time);
    }),
  );
}

function isAsBefore({ presence, state, dueInMs }: AttemptResult): boolean {
  return presence === 'as-before' && state === 'PENDING' && dueInMs === null;
}

/** Ids of the logs, by transfer. */
type Attempts = Map<number, number>;

/** Saves the transfers that did not change during the request (nearly always all), with their attempts. */
async function saveSent(
  tx: Tx,
  results: readonly AttemptResult[],
  attemptedAt: Date,
): Promise<{ saved: Saved; attempts: Attempts }> {
  const rows = await saveUnchanged(tx, results, attemptedAt);
  const resultOf = new Map(results.map((result) => [result.transfer.id, result]));
  const saved: Saved = new Map();
  const attempts: Attempts = new Map();
  for (const { id, logId } of rows) {
    const result = resultOf.get(id);
    if (result) saved.set(id, toRow(result));
    if (logId !== null) attempts.set(id, logId);
  }
  return { saved, attempts };
}

function toRow(result: AttemptResult): LoggedRow {
  const { id, version, linkId, transactionId } = result.transfer;
  const { state, endedBy, destinationTransactionId, maybeSent, changedThere, lockedThere } = result;
  const whereabouts = { state, endedBy, destinationTransactionId, maybeSent, changedThere, lockedThere };
  return { id, version: version + 1, linkId, transactionId, ...whereabouts };
}

/** Saves the transfers that changed during the request: the result is recorded, and later changes are still sent. */
async function saveChanged(tx: Tx, results: readonly AttemptResult[], saved: Saved): Promise<void> {
  const rows = await lockPresent(
    tx,
    results.map(({ transfer }) => transfer.id),
  );
  const current = new Map(rows.map((row) => [row.id, row]));
  const next = results.flatMap((result) => {
    const now = current.get(result.transfer.id);
    const { heldContent, changedThere, lockedThere } = result;
    const next = now && { ...resultForChanged(now, result), heldContent, changedThere, lockedThere };
    return next ? [{ ...now, ...next, version: now.version + 1 }] : [];
  });
  await savePresent(tx, next);
  for (const row of next) saved.set(row.id, row);
}

/** Logs the attempts of transfers that changed during the request. */
async function logAttempts(
  tx: Tx,
  results: readonly AttemptResult[],
  attemptedAt: Date,
  attempts: Attempts,
): Promise<void> {
  const made = results.filter(({ attempt }) => attempt !== null);
  if (made.length === 0) return;
  const logs = await insertAttempts(tx, made, attemptedAt);
  for (const { id, transferId } of logs) attempts.set(transferId, id);
}

function toLogged(
  { transfer, attempt, destinationTransactionId, error }: AttemptResult,
  stands: LoggedRow | undefined,
  attemptId: number | undefined,
  attemptedAt: string,
): LoggedTransfer[] {
  if (!stands || (attemptId === undefined && stands.state === 'PENDING')) return [];
  const entry = toEntry(
    stands,
    attempt === null || attemptId === undefined
      ? null
      : {
          id: attemptId,
          operation: transfer.operation,
          succeeded: attempt.succeeded,
          destinationTransactionId,
          error,
          attemptedAt,
          destinationType: transfer.destinationType,
          destinationId: transfer.destinationId,
        },
  );
  const trace = transfer.trace === null ? undefined : traceOf({ traceparent: transfer.trace });
  return [{ accountId: transfer.accountId, userId: transfer.userId, trace, entry }];
}
