import { Database, msUntil, Queryable, Tx } from '@tributary/persistence';
import { Grant } from './grant';

interface GrantRow {
  grant_id: string;
  version: number;
  user_id: number;
  scopes: string[] | null;
  account_ids: number[] | null;
  expires_at: Date | null;
  revoked: boolean;
  name: string | null;
}

const COLUMNS = `grant_id, version, user_id, scopes, account_ids, expires_at,
                 revoked or coalesce(expires_at <= now(), false) as revoked, name`;

/**
 * Stores the newer state of a grant; a revoked one stays revoked. The grant's row is locked until the commit, so that
 * creating a resource through it and changing it are serialized.
 * @returns the grant as it is now
 */
export async function saveGrant(tx: Tx, grant: Grant): Promise<Grant> {
  await tx.execute(
    `insert into followed_grants as t (grant_id, version, user_id, scopes, account_ids, expires_at, revoked, name)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (grant_id) do update
        set version = excluded.version, scopes = excluded.scopes, account_ids = excluded.account_ids,
            expires_at = excluded.expires_at, revoked = t.revoked or excluded.revoked,
            name = coalesce(excluded.name, t.name)
      where excluded.version > t.version`,
    [
      grant.grantId,
      grant.version,
      grant.userId,
      grant.scopes,
      grant.accountIds && JSON.stringify(grant.accountIds),
      grant.expiresAt,
      grant.revoked,
      grant.name,
    ],
  );
  const [row] = await tx.query<GrantRow>(
    `select ${COLUMNS} from followed_grants where grant_id = $1 for update`,
    [grant.grantId],
  );
  if (!row) throw new Error('the grant that was just saved is not there');
  return fromRow(row);
}

/** Null for an unknown grant. */
export async function loadGrant(tx: Queryable, grantId: string): Promise<Grant | null> {
  const [row] = await tx.query<GrantRow>(`select ${COLUMNS} from followed_grants where grant_id = $1`, [
    grantId,
  ]);
  return row ? fromRow(row) : null;
}

/** Ends one expired grant, and locks it; null if there is none. */
export async function endExpired(tx: Tx): Promise<Grant | null> {
  const [row] = await tx.query<GrantRow>(
    `update followed_grants set revoked = true
      where grant_id = (select grant_id from followed_grants where not revoked and expires_at <= now()
                         order by expires_at limit 1 for update skip locked)
     returning ${COLUMNS}`,
  );
  return row ? fromRow(row) : null;
}

/** Milliseconds until the next grant expires; null if none does. */
export async function nextExpiryInMs(database: Database): Promise<number | null> {
  const [next] = await database.query<{ in_ms: number | null }>(
    `select ${msUntil('min(expires_at)')} as in_ms from followed_grants where not revoked`,
  );
  return next?.in_ms ?? null;
}

export const FOLLOWED_GRANTS_TABLE = { table: 'followed_grants', rowsOfUserSql: 't.user_id = $1' } as const;

function fromRow(row: GrantRow): Grant {
  return {
    grantId: row.grant_id,
    version: row.version,
    userId: row.user_id,
    scopes: row.scopes,
    accountIds: row.account_ids,
    expiresAt: row.expires_at?.toISOString() ?? null,
    revoked: row.revoked,
    name: row.name,
  };
}
