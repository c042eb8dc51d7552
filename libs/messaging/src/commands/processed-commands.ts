import { Problem } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import { Reply } from './problem-codec';
import { findCommand, insertProcessed } from './processed-commands.store';

/** Tolerance for the error of the requesting side's estimate of the database's clock. */
const DEADLINE_TOLERANCE_MS = 250;

/** The deadline had passed before the command could begin; its caller no longer waits. */
export class DeadlinePassedError extends Error {
  override readonly name = 'DeadlinePassedError';
}

/** The same command arrived twice at once; the other run sends the reply. */
export class CommandUnderWayError extends Error {
  override readonly name = 'CommandUnderWayError';
}

/** A command as its gateway names it. */
interface CommandIds {
  readonly commandId: string;
  readonly requestHash: string;
  /** Milliseconds since 1970, by the database's clock. */
  readonly deadline: number;
}

/**
 * Decides before any work whether a command runs: one that is delivered or sent twice gets its stored reply. @returns
 * the reply, or the milliseconds in which the command must commit @throws Problem (invalid) if the same idempotency key
 * comes with another request @throws DeadlinePassedError
 */
export async function admit(
  database: Queryable,
  { commandId, requestHash, deadline }: CommandIds,
): Promise<{ readonly reply: Reply } | { readonly leftMs: number }> {
  const row = await findCommand(database, commandId, deadline + DEADLINE_TOLERANCE_MS);
  if (row?.reply) {
    if (row.request_hash === requestHash) return { reply: row.reply };
    throw Problem.invalid({
      'Idempotency-Key': ['The Idempotency-Key was already used with another request.'],
    });
  }
  const leftMs = row?.left_ms ?? 0;
  if (leftMs >= 0) return { leftMs };
  throw new DeadlinePassedError('the deadline had passed before the command could begin');
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
