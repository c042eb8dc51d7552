import { escapeIdentifier } from 'pg';
import { sqlStateOf } from './transient-errors';

/** Time limit of a statement of background work (consumers, jobs, migrations): a longer one hangs. */
export const WORK_STATEMENT_MS_MAX = 60 * 60_000;

/**
 * Limit of an idle transaction. After it the server rolls back the transaction of a sleeping process (a suspended
 * machine, a stopped container) and releases its locks, so that its successor can continue.
 */
const SLEEPER_MS_MAX = 15_000;

/** Interval at which a server checks whether the client of a running statement is still connected. */
const CLIENT_CHECK_MS = 10_000;

/** A parameter that this platform, or this server, does not have. */
const INVALID_PARAMETER_VALUE = '22023';

/** Runs statements: a connection, or a whole database. */
interface Executor {
  query(sql: string): Promise<unknown>;
}

/**
 * Settings of every session of a service. They belong to the service's role, because poolers refuse start-up options,
 * and would pass later settings of a session on to other clients.
 */
function sessionSettings(schema: string): readonly (readonly [name: string, value: string])[] {
  return [
    ['search_path', schema],
    ['idle_in_transaction_session_timeout', String(SLEEPER_MS_MAX)],
    ['statement_timeout', String(WORK_STATEMENT_MS_MAX)],
  ];
}

/** The start-up options with the same effect, for roles that are not the schema's own. No pooler lets them pass. */
export function startupOptions(schema: string): string {
  return sessionSettings(schema)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** SQL: whether these settings are in effect in this session; `$1` is the schema. */
export const SETTINGS_HOLD = `
  current_setting('search_path') = quote_ident($1)
  and current_setting('idle_in_transaction_session_timeout')::interval = interval '${SLEEPER_MS_MAX} ms'
  and current_setting('statement_timeout')::interval = interval '${WORK_STATEMENT_MS_MAX} ms'`;

/** Sets the settings for new sessions of the schema's role, which may do so itself. */
export async function setForRole(on: Executor, database: string, schema: string): Promise<void> {
  const role = `alter role ${escapeIdentifier(schema)} in database ${escapeIdentifier(database)}`;
  for (const [name, value] of sessionSettings(schema))
    await on.query(`${role} set ${name} to ${escapeIdentifier(value)}`);
  try {
    await on.query(`${role} set client_connection_check_interval to ${CLIENT_CHECK_MS}`);
  } catch (error) {
    // Windows lacks this check: there, statements of a killed process run until they end by themselves.
    if (sqlStateOf(error) !== INVALID_PARAMETER_VALUE) throw error;
  }
}
