import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import { withAdvisoryLock, withClient } from './advisory-lock';
import { setForRole } from './role-settings';

/** A service's role, and the schema of the same name, which only it owns. */
export interface SchemaOwner {
  readonly schema: string;
  readonly password: string;
}

/**
 * Second schemas of the same owner. The gateway rebuilds its query model's tables there while the tables in its first
 * schema are in use.
 */
export const SPARE_SCHEMAS: Readonly<Partial<Record<string, string>>> = { api_gateway: 'api_gateway_next' };

/**
 * Creates one role and one schema per service, with rights on that schema only. Needs a superuser or an owner of the
 * database. May be repeated, and run several times at once.
 * @returns the connection URL of each role, by schema.
 */
export async function provisionSchemas(
  adminUrl: string,
  owners: readonly SchemaOwner[],
): Promise<Map<string, string>> {
  await withAdvisoryLock(adminUrl, 'provision', () =>
    withClient(adminUrl, async (admin) => {
      const { rows } = await admin.query<{ name: string }>('select current_database() as name');
      await admin.query('revoke create on schema public from public');
      for (const owner of owners) {
        await retryConcurrentUpdate(() => provision(admin, rows[0]?.name ?? 'postgres', owner));
      }
    }),
  );
  return new Map(owners.map((owner) => [owner.schema, urlOf(adminUrl, owner)]));
}

async function provision(admin: Client, databaseName: string, owner: SchemaOwner): Promise<void> {
  const role = escapeIdentifier(owner.schema);
  const known = await admin.query('select 1 from pg_roles where rolname = $1', [owner.schema]);
  const verb = known.rowCount ? 'alter' : 'create';
  await admin.query(`${verb} role ${role} login password ${escapeLiteral(owner.password)}`);
  await admin.query(`grant connect on database ${escapeIdentifier(databaseName)} to ${role}`);
  await admin.query(`grant ${role} to current_user`); // needed to transfer the schema if we are not superuser
  for (const schema of [owner.schema, SPARE_SCHEMAS[owner.schema]]) {
    if (schema)
      await admin.query(`create schema if not exists ${escapeIdentifier(schema)} authorization ${role}`);
  }
  await setForRole(admin, databaseName, owner.schema);
}

/**
 * Repeats work on roles. They belong to the whole server, but the lock to one database: another database's
 * provisioning may interfere.
 */
export async function retryConcurrentUpdate(work: () => Promise<void>, attemptsLeft = 5): Promise<void> {
  try {
    await work();
  } catch (error) {
    const interfered =
      error instanceof Error && /concurrently updated|duplicate key|already exists/.test(error.message);
    if (!interfered || attemptsLeft === 0) throw error;
    await retryConcurrentUpdate(work, attemptsLeft - 1);
  }
}

function urlOf(adminUrl: string, owner: SchemaOwner): string {
  const url = new URL(adminUrl);
  url.username = owner.schema;
  url.password = owner.password;
  return url.toString();
}
