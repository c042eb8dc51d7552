import type { PoolClient } from 'pg';
import { SETTINGS_HOLD } from '../role-settings';
import { processIdOf } from '../connections/statement-cancel';

/** The oldest PostgreSQL that the statements are written for. */
const OLDEST_VERSION = 15;

/** Faults that an operator must correct before a service can use its database. */
export type DatabaseFault =
  'old-server' | 'no-schema' | 'no-rights' | 'other-role' | 'old-sessions' | 'behind' | 'unreleased';

/** The database can be reached but not used; the message names the remedy in one line, without the URL. */
export class DatabaseUnfitError extends Error {
  override readonly name = 'DatabaseUnfitError';

  constructor(
    readonly fault: DatabaseFault,
    schema: string,
    found = '',
  ) {
    super(adviceOn(fault, schema, found));
  }
}

function adviceOn(fault: DatabaseFault, schema: string, found: string): string {
  switch (fault) {
    case 'old-server':
      return `the database is PostgreSQL ${found}: ${OLDEST_VERSION} or newer is needed`;
    case 'no-schema':
      return `the schema ${schema} is missing: run \`provision\` first`;
    case 'no-rights':
      return `the role ${found} may not create tables in the schema ${schema}: run \`provision\`, which makes the role its owner, or correct DATABASE_URL`;
    case 'other-role':
      return `behind a pooler the role in DATABASE_URL has to be ${schema}, which \`provision\` makes: schema and time limits belong to it`;
    case 'old-sessions':
      return `the connections of a pooler are older than the settings of the role ${found}: send it RECONNECT, or start it again`;
    case 'behind':
      return `the schema ${schema} is older than this version: run the service once with MIGRATIONS=only, or leave MIGRATIONS out`;
    case 'unreleased':
      return `the schema ${schema} was made by a version before the first release, which cannot be brought up to date: connect the accounts again in an empty database`;
  }
}

interface FoundSchema {
  readonly version: number;
  readonly version_text: string;
  readonly role: string;
  readonly schema_is_there: boolean;
  readonly may_create: boolean | null;
  readonly process_id: number;
  readonly name: string;
  readonly settings_hold: boolean;
}

/** A database that a service can use, as its connections show it. */
export interface UsableDatabase {
  readonly name: string;
  /** A pooler is in between: each transaction may run on another of the server's connections. */
  readonly isPooled: boolean;
  /** Whether schema and time limits are in effect in its sessions. */
  readonly settingsHold: boolean;
}

/** @throws DatabaseUnfitError naming the first thing that an operator has to fix. */
export async function checkDatabase(client: PoolClient, schema: string): Promise<UsableDatabase> {
  const { rows } = await client.query<FoundSchema>(
    `select current_setting('server_version_num')::int / 10000 as version,
            current_setting('server_version') as version_text,
            current_user as role,
            to_regnamespace(quote_ident($1)) is not null as schema_is_there,
            has_schema_privilege(to_regnamespace(quote_ident($1)), 'create') as may_create,
            pg_backend_pid() as process_id,
            current_database() as name,
            ${SETTINGS_HOLD} as settings_hold`,
    [schema],
  );
  const [found] = rows;
  if (!found) throw new Error('the database has not answered');
  const fault = faultOf(found);
  if (fault)
    throw new DatabaseUnfitError(fault, schema, fault === 'old-server' ? found.version_text : found.role);
  return {
    name: found.name,
    isPooled: found.process_id !== processIdOf(client),
    settingsHold: found.settings_hold,
  };
}

/** The fault of a database, the most basic first; null if it is usable. */
export function faultOf(
  found: Pick<FoundSchema, 'version' | 'schema_is_there' | 'may_create'>,
): DatabaseFault | null {
  if (found.version < OLDEST_VERSION) return 'old-server';
  if (!found.schema_is_there) return 'no-schema';
  return found.may_create ? null : 'no-rights';
}
