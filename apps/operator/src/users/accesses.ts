import { Pool } from 'pg';

/** Personal tokens of a user that were not deleted, without anything secret. */
export async function readTokens(pool: Pool, userId: number): Promise<object[]> {
  const { rows } = await pool.query<object>(
    `select id::float8 as id, kind, scopes, account_ids, created_at, last_used_at, expires_at, revoked_at
       from api_gateway.tokens where user_id = $1 and kind in ('PERSONAL', 'LEGACY') order by id`,
    [userId],
  );
  return rows;
}

/** What a user granted apps. */
export async function readGrants(pool: Pool, userId: number): Promise<object[]> {
  const { rows } = await pool.query<object>(
    `select g.id::float8 as id, g.app_id::float8 as app, a.name, g.scopes, g.account_ids, g.created_at, g.last_used_at, g.revoked_at
       from api_gateway.grants g join api_gateway.oauth_apps a on a.id = g.app_id where g.user_id = $1 order by g.id`,
    [userId],
  );
  return rows;
}

/** Apps, of one user or of all. */
export async function readApps(pool: Pool, userId: number | null): Promise<object[]> {
  const { rows } = await pool.query<object>(
    `select a.id::float8 as id, a.client_id, a.name, a.user_id::float8 as owner, a.confidential, a.manages_users, a.created_at,
            (select count(*)::int from api_gateway.grants g where g.app_id = a.id and g.revoked_at is null) as grants
       from api_gateway.oauth_apps a where $1::bigint is null or a.user_id = $1 order by a.id`,
    [userId],
  );
  return rows;
}
