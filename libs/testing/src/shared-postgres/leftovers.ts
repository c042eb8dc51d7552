import { Client, DatabaseError, escapeIdentifier } from 'pg';

/** Enough for all suites, and for those of a few earlier states of the sources. */
const TEMPLATES_MAX = 60;
const DEPENDENT_OBJECTS_STILL_EXIST = '2BP01';

/**
 * Removes what ended runs left on a shared server: their databases, the oldest templates, and roles that own nothing.
 */
export async function removeLeftovers(server: string): Promise<void> {
  const client = new Client({ connectionString: server });
  client.on('error', () => undefined); // the next query fails
  await client.connect();
  try {
    for (const name of await namesIn(client, LEFT_DATABASES)) await dropDatabase(client, name);
    for (const name of await namesIn(client, OLD_TEMPLATES)) {
      await client.query(`alter database ${escapeIdentifier(name)} with is_template false`);
      await dropDatabase(client, name);
    }
    for (const name of await namesIn(client, ROLES)) await dropUnusedRole(client, name);
  } finally {
    await client.end();
  }
}

/** Databases of runs, and unfinished templates. */
const LEFT_DATABASES = `select datname as name from pg_database where not datistemplate and datname <> 'postgres'`;

const OLD_TEMPLATES = `select datname as name from pg_database
  where datistemplate and datname not in ('template0', 'template1') order by oid desc offset ${TEMPLATES_MAX}`;

/** All roles except PostgreSQL's predefined ones. */
const ROLES = 'select rolname as name from pg_roles where oid >= 16384';

async function namesIn(client: Client, sql: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(sql);
  return rows.map(({ name }) => name);
}

async function dropDatabase(client: Client, name: string): Promise<void> {
  await client.query(`drop database if exists ${escapeIdentifier(name)} with (force)`);
}

/** Drops the role unless it owns something: the roles of services own their schemas in templates. */
async function dropUnusedRole(client: Client, name: string): Promise<void> {
  try {
    await client.query(`drop role ${escapeIdentifier(name)}`);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== DEPENDENT_OBJECTS_STILL_EXIST) throw error;
  }
}
