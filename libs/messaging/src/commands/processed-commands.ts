import { Problem } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import { Reply } from './problem-codec';

/** How far the requesting side's estimate of the database's clock may be off. */
export const DEADLINE_TOLERANCE_MS = 250;

/** The deadline had passed before the command could begin; its caller no longer waits. */
export class DeadlinePassedError extends Error {
  override readonly name = 'DeadlinePassedError';
}

/** The same command arrived twice at once; the other run gives the answer. */
export class CommandUnderWayError extends Error {
  override readonly name = 'CommandUnderWayError';
}

/**
 * Refuses to start after the deadline, by the database's clock. @returns the milliseconds left @throws
 * DeadlinePassedError
 */
export async function checkDeadline(database: Queryable, deadline: number): Promise<number> {
  const [row] = await database.query<{ left_ms: number }>(
    `select $1::double precision - extract(epoch from clock_timestamp())::double precision * 1000 as left_ms`,
    [deadline + DEADLINE_TOLERANCE_MS],
  );
  const leftMs = row?.left_ms ?? 0;
  if (leftMs >= 0) return leftMs;
  throw new DeadlinePassedError('the deadline had passed before the command could begin');
}

/**
 * The stored answer to this command, if any: a command that is delivered or sent twice runs once. @throws Problem if
 * the same idempotency key comes with another request.
 */
export async function findReply(
  database: Queryable,
  commandId: string,
  requestHash: string,
): Promise<Reply | null> {
  const [row] = await database.query<{ request_hash: string; reply: Reply }>(
    'select request_hash, reply from processed_commands where command_id = $1',
    [commandId],
  );
  if (!row) return null;
  if (row.request_hash !== requestHash) {
    throw Problem.invalid({
      'Idempotency-Key': ['The Idempotency-Key was already used with another request.'],
    });
  }
  return row.reply;
}

/** Stores the answer, in the transaction of the command's effects. @throws CommandUnderWayError */
export async function keepReply(
  database: Queryable,
  of: { readonly commandId: string; readonly requestHash: string; readonly userId: number },
  reply: Reply,
): Promise<void> {
  const kept = await database.execute(
    `insert into processed_commands (command_id, request_hash, reply, user_id) values ($1, $2, $3, $4)
     on conflict (command_id) do nothing`,
    [of.commandId, of.requestHash, JSON.stringify(reply), of.userId],
  );
  if (kept === 0) throw new CommandUnderWayError('the same command was answered in the meantime');
}

/** How long the same `Idempotency-Key` returns the first answer. */
const KEPT_HOURS = 24;

/** Deletes answers that are older than a client may rely on, the oldest first. @returns how many */
export async function pruneReplies(database: Queryable, rowsMax: number): Promise<number> {
  return database.execute(
    `delete from processed_commands where command_id in (
       select command_id from processed_commands where created_at < now() - make_interval(hours => $1)
        order by created_at limit $2)`,
    [KEPT_HOURS, rowsMax],
  );
}
