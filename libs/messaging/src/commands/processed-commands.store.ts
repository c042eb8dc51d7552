import { OldRows, Queryable } from '@tributary/persistence';
import { Reply } from './problem-codec';

/** A command whose reply is stored. */
export interface ProcessedCommand {
  readonly request_hash: string;
  readonly reply: Reply;
}

export async function findProcessed(
  database: Queryable,
  commandId: string,
): Promise<ProcessedCommand | undefined> {
  const [row] = await database.query<ProcessedCommand>(
    'select request_hash, reply from processed_commands where command_id = $1',
    [commandId],
  );
  return row;
}

/** Stores the reply. @returns false if the command already has one */
export async function insertProcessed(
  database: Queryable,
  of: { readonly commandId: string; readonly requestHash: string; readonly userId: number },
  reply: Reply,
): Promise<boolean> {
  const inserted = await database.execute(
    `insert into processed_commands (command_id, request_hash, reply, user_id) values ($1, $2, $3, $4)
     on conflict (command_id) do nothing`,
    [of.commandId, of.requestHash, JSON.stringify(reply), of.userId],
  );
  return inserted > 0;
}

/** The same `Idempotency-Key` returns the first reply for this long. */
const KEPT_HOURS = 24;

/** Replies older than clients may rely on. */
export const ANSWERED_COMMANDS: OldRows = {
  table: 'processed_commands',
  since: 'created_at',
  days: KEPT_HOURS / 24,
};

/** The table for the platform: the user of its rows, and the encrypted replies to confidential commands. */
export const PROCESSED_COMMANDS = {
  table: 'processed_commands',
  of: 't.user_id = $1',
  column: 'reply',
  endsAt: `created_at + interval '${KEPT_HOURS} hours'`,
} as const;
