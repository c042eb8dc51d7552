import { OldRows, Queryable } from '@tributary/persistence';
import { Reply } from './problem-codec';

/** A command before it runs: the time left until its deadline, and its reply where it ran before. */
export interface CommandRow {
  readonly left_ms: number;
  readonly request_hash: string | null;
  readonly reply: Reply | null;
}

/** @param deadline milliseconds since 1970, by the database's clock */
export async function findCommand(
  database: Queryable,
  commandId: string,
  deadline: number,
): Promise<CommandRow | undefined> {
  const [row] = await database.query<CommandRow>(
    `select $2::double precision - extract(epoch from clock_timestamp())::double precision * 1000 as left_ms,
            p.request_hash, p.reply
       from (values (1)) once left join processed_commands p on p.command_id = $1`,
    [commandId, deadline],
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
  rowsOfUserSql: 't.user_id = $1',
  column: 'reply',
  endsAt: `created_at + interval '${KEPT_HOURS} hours'`,
} as const;
