import { OutgoingEvent, traceOf } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { Transfer } from '../transfer';
import { plainArray, textArray } from '../array-parameters';
import { LoggedRow, LoggedTransfer, toEntry, transferLogged } from '../transfer-logged';
import { AttemptResult, resultForChanged } from './attempt-result';

/** The transfers as they are in the database after saving, by id. */
type Saved = Map<number, LoggedRow>;

/**
 * Saves the results of the transfers, in a handful of statements for all of them, and writes the attempts into the log.
 * @returns the events that publish it
 */
export async function saveResults(
  tx: Tx,
  results: readonly AttemptResult[],
  attemptedAt: Date,
): Promise<OutgoingEvent[]> {
  const moved = results.filter((one) => one.attempt !== null || !isAsBefore(one));
  if (moved.length === 0) return [];
  const { saved, attempts } = await saveUnchanged(tx, moved, attemptedAt);
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

/** The log's ids, by transfer. */
type Attempts = Map<number, number>;

/**
 * The transfers that did not change while the request was under way, nearly always all of them, with their attempts. A
 * transfer that is done keeps no trace: it would be a tenth of the row.
 */
async function saveUnchanged(
  tx: Tx,
  results: readonly AttemptResult[],
  attemptedAt: Date,
): Promise<{ saved: Saved; attempts: Attempts }> {
  const rows = await tx.queryPrepared<{ id: number; logId: number | null }>(
    `with o as materialized (
       select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::boolean[], $7::int[],
                            $8::text[], $9::float8[], $10::boolean[], $11::jsonb[], $12::jsonb[], $13::text[],
                            $14::boolean[], $15::text[], $16::boolean[])
              as o(id, version, state, operation, destination_id, maybe_sent, attempts, error, due_in_ms, forget,
                   held, changed, ended_by, locked, attempted, succeeded)),
     saved as (
       update transfers t
          set state = o.state, operation = o.operation, destination_transaction_id = o.destination_id,
              maybe_sent = o.maybe_sent, attempts = o.attempts, last_error = o.error,
              due_at = case when o.due_in_ms is null then t.due_at
                            else clock_timestamp() + make_interval(secs => o.due_in_ms / 1000.0) end,
              sent_content = case when o.forget then null else t.sent_content end,
              held_content = nullif(o.held, 'null'),
              changed_there = (select array_agg(field) from jsonb_array_elements_text(o.changed) as field),
              ended_by = o.ended_by, locked_there = o.locked, version = t.version + 1,
              trace = case when o.operation is not null then t.trace end
         from o
        where t.id = o.id and t.version = o.version
       returning t.id, o.attempted, o.succeeded, o.destination_id, o.error),
     logged as (
       insert into transfer_logs (transfer_id, operation, succeeded, destination_transaction_id, error, attempted_at)
       select id, attempted, succeeded, destination_id, error, $17::timestamptz from saved where succeeded is not null
       returning id, transfer_id)
     select id, null as "logId" from saved union all select transfer_id, id from logged`,
    [...columns(results), attemptedAt],
  );
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

function columns(results: readonly AttemptResult[]): string[] {
  return [
    plainArray(results.map(({ transfer }) => transfer.id)),
    plainArray(results.map(({ transfer }) => transfer.version)),
    textArray(results.map(({ state }) => state)),
    textArray(results.map(({ operation }) => operation)),
    textArray(results.map(({ destinationTransactionId }) => destinationTransactionId)),
    plainArray(results.map(({ maybeSent }) => maybeSent)),
    plainArray(results.map(({ attempts }) => attempts)),
    textArray(results.map(({ error }) => error)),
    plainArray(results.map(({ dueInMs }) => dueInMs)),
    plainArray(results.map(({ presence }) => presence.startsWith('present') || presence === 'deleted')),
    textArray(results.map(({ heldContent }) => JSON.stringify(heldContent))),
    textArray(results.map(({ changedThere }) => JSON.stringify(changedThere))),
    textArray(results.map(({ endedBy }) => endedBy)),
    plainArray(results.map(({ lockedThere }) => lockedThere)),
    textArray(results.map(({ transfer }) => transfer.operation)),
    plainArray(results.map(({ attempt }) => attempt?.succeeded)),
  ];
}

type ChangedRow = Transfer & Pick<LoggedRow, 'id' | 'version' | 'linkId' | 'transactionId'>;

/** Those that changed meanwhile: the result is kept, and later changes are still sent. */
async function saveChanged(tx: Tx, results: readonly AttemptResult[], saved: Saved): Promise<void> {
  const rows = await tx.query<ChangedRow>(
    `select id, version, state, operation, content, sent_content as "sentContent", maybe_sent as "maybeSent",
            destination_transaction_id as "destinationTransactionId", ended_by as "endedBy", generation,
            waits_for_currency as "waitsForCurrency", link_id as "linkId", transaction_id as "transactionId"
       from transfers where id = any($1) order by id for update`,
    [results.map(({ transfer }) => transfer.id)],
  );
  const current = new Map(rows.map((row) => [row.id, row]));
  const next = results.flatMap((result) => {
    const now = current.get(result.transfer.id);
    const { heldContent, changedThere, lockedThere } = result;
    const next = now && { ...resultForChanged(now, result), heldContent, changedThere, lockedThere };
    return next ? [{ ...now, ...next, version: now.version + 1 }] : [];
  });
  await tx.execute(
    `update transfers t
        set state = n.state, operation = n.operation, waits_for_currency = t.waits_for_currency and n.state = 'HELD',
            content = case when t.content is null then null else n.content end, sent_content = n."sentContent",
            maybe_sent = n."maybeSent", destination_transaction_id = n."destinationTransactionId", version = n.version,
            held_content = n."heldContent", ended_by = n."endedBy", locked_there = n."lockedThere",
            changed_there = (select array_agg(field) from jsonb_array_elements_text(n."changedThere") as field)
       from jsonb_to_recordset($1) as n(id bigint, version bigint, state text, operation text, content jsonb,
              "sentContent" jsonb, "maybeSent" boolean, "destinationTransactionId" text, "heldContent" jsonb,
              "changedThere" jsonb, "endedBy" text, "lockedThere" boolean)
      where t.id = n.id`,
    [JSON.stringify(next)],
  );
  for (const row of next) saved.set(row.id, row);
}

/** Of transfers that changed meanwhile. */
async function logAttempts(
  tx: Tx,
  results: readonly AttemptResult[],
  attemptedAt: Date,
  attempts: Attempts,
): Promise<void> {
  const made = results.filter(({ attempt }) => attempt !== null);
  if (made.length === 0) return;
  const rows = await tx.query<{ id: number; transfer_id: number }>(
    `insert into transfer_logs (transfer_id, operation, succeeded, destination_transaction_id, error, attempted_at)
     select made.*, $6 from unnest($1::bigint[], $2::text[], $3::boolean[], $4::text[], $5::text[])
            as made(transfer_id, operation, succeeded, destination_transaction_id, error)
     returning id, transfer_id`,
    [
      plainArray(made.map(({ transfer }) => transfer.id)),
      textArray(made.map(({ transfer }) => transfer.operation)),
      plainArray(made.map(({ attempt }) => attempt?.succeeded)),
      textArray(made.map(({ destinationTransactionId }) => destinationTransactionId)),
      textArray(made.map(({ error }) => error)),
      attemptedAt,
    ],
  );
  for (const { id, transfer_id } of rows) attempts.set(transfer_id, id);
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
