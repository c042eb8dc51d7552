import { Problem } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import { Reply } from './problem-codec';
import { findProcessed, insertProcessed } from './processed-commands.store';

/** Tolerance for the error of the requesting side's estimate of the database's clock. */
export const DEADLINE_TOLERANCE_MS = 250;

/** The deadline had passed before the command could begin; its caller no longer waits. */
export class DeadlinePassedError extends Error {
  override readonly name = 'DeadlinePassedError';
}

/** The same command arrived twice at once; the other run sends the reply. */
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
 * The stored reply to this command, if any: a command that is delivered or sent twice runs once. @throws Problem if
 * the same idempotency key comes with another request.
 */
export async function findReply(
  database: Queryable,
  commandId: string,
  requestHash: string,
): Promise<Reply | null> {
  const row = await findProcessed(database, commandId);
  if (!row) return null;
  if (row.request_hash !== requestHash) {
    throw Problem.invalid({
      'Idempotency-Key': ['The Idempotency-Key was already used with another request.'],
    });
  }
  return row.reply;
}

/** Stores the reply, in the transaction of the command's effects. @throws CommandUnderWayError */
export async function keepReply(
  database: Queryable,
  of: { readonly commandId: string; readonly requestHash: string; readonly userId: number },
  reply: Reply,
): Promise<void> {
  if (await insertProcessed(database, of, reply)) return;
  throw new CommandUnderWayError('the same command was answered in the meantime');
}
