import { Pool } from 'pg';
import { RequestFailed } from '../requests/request-service';

export interface UserLine {
  readonly id: number;
  /** Included only on request. */
  readonly email?: string | null;
  readonly name?: string;
  readonly role: string;
  readonly plan: string;
  /** The app that manages the user. */
  readonly managed_by: number | null;
  readonly disabled_at: Date | null;
  readonly created_at: Date;
  readonly accounts: number;
  readonly tokens: number;
  readonly grants: number;
  readonly sessions: number;
}

/** Reads users by id; with e-mail addresses and names only if `withNames` is set. */
export async function readUsers(
  pool: Pool,
  options: { readonly id?: number; readonly withNames: boolean },
): Promise<UserLine[]> {
  const names = options.withNames ? 'u.email, u.name,' : '';
  const { rows } = await pool.query<UserLine>(
    `select u.id::float8 as id, ${names} u.role, u.plan, u.managed_by::float8 as managed_by, u.disabled_at, u.created_at,
            (select count(*)::int from ingestion_sync.financial_accounts a where a.user_id = u.id) as accounts,
            (select count(*)::int from api_gateway.tokens t
              where t.user_id = u.id and t.kind in ('PERSONAL', 'LEGACY') and t.revoked_at is null and t.expires_at > now()) as tokens,
            (select count(*)::int from api_gateway.grants g where g.user_id = u.id and g.revoked_at is null) as grants,
            (select count(*)::int from api_gateway.sessions s where s.user_id = u.id and s.expires_at > now()) as sessions
       from api_gateway.users u where $1::bigint is null or u.id = $1 order by u.id`,
    [options.id ?? null],
  );
  return rows;
}

/**
 * Returns the user of an id or an e-mail address.
 * @throws RequestFailed without the address
 */
export async function userNamed(pool: Pool, word: string): Promise<number> {
  const isEmail = word.includes('@');
  const { rows } = await pool.query<{ id: number }>(
    `select id::float8 as id from api_gateway.users where ${isEmail ? 'email = lower($1)' : 'id::text = $1'}`,
    [word.trim()],
  );
  const [user] = rows;
  if (!user) throw new RequestFailed(`there is no user ${isEmail ? 'with this e-mail address' : word}`);
  return user.id;
}
