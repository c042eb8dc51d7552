import { escapeIdentifier } from 'pg';
import { sqlStateOf } from './transient-errors';

/** A statement of background work (consumers, jobs, migrations) ends after this: it hangs. */
export const WORK_STATEMENT_MS_MAX = 60 * 60_000;

/**
 * A process that sleeps (a suspended machine, a stopped container) in the middle of a transaction keeps its locks no
 * longer than this: the server rolls its transaction back, so that its successor can continue.
 */
const SLEEPER_MS_MAX = 15_000;

/** So often a server looks whether somebody still waits for a running statement. */
const CLIENT_CHECK_MS = 10_000;

/** A parameter that this platform, or this server, does not have. */
const INVALID_PARAMETER_VALUE = '22023';

/** What runs a statement: a connection, or all of a database. */
interface Executor {
  query(sql: string): Promise<unknown>;
}

/**
 * What holds in every session of a service. It belongs to the service's role, for poolers refuse start-up options, and what a
 * session sets later reaches other clients through them.
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

/** SQL of whether they hold in this session; `$1` is the schema. */
export const SETTINGS_HOLD = `
  current_setting('search_path') = quote_ident($1)
  and current_setting('idle_in_transaction_session_timeout')::interval = interval '${SLEEPER_MS_MAX} ms'
  and current_setting('statement_timeout')::interval = interval '${WORK_STATEMENT_MS_MAX} ms'`;

/** Sets them for new sessions of the schema's role, which may do so itself. */
export async function setForRole(on: Executor, database: string, schema: string): Promise<void> {
  const role = `alter role ${escapeIdentifier(schema)} in database ${escapeIdentifier(database)}`;
  for (const [name, value] of sessionSettings(schema))
    await on.query(`${role} set ${name} to ${escapeIdentifier(value)}`);
  try {
    await on.query(`${role} set client_connection_check_interval to ${CLIENT_CHECK_MS}`);
  } catch (error) {
    // Windows has no such check: statements of a process that was killed run on there, until they are over.
    if (sqlStateOf(error) !== INVALID_PARAMETER_VALUE) throw error;
  }
}
