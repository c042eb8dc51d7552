import { Queryable, Tx } from '@tributary/persistence';
import { Grant } from './grant';

interface GrantRow {
  grant_id: string;
  version: number;
  user_id: number;
  scopes: string[] | null;
  account_ids: number[] | null;
  expires_at: Date | null;
  revoked: boolean;
}

const COLUMNS = `grant_id, version, user_id, scopes, account_ids, expires_at,
                 revoked or coalesce(expires_at <= now(), false) as revoked`;

/**
 * Keeps the newer state of a grant; a revoked one stays revoked. The grant is held until the commit, so that an endpoint
 * that is being made through it and a change of it see each other.
 * @returns the grant as it is now.
 */
export async function noteGrant(tx: Tx, grant: Grant): Promise<Grant> {
  await tx.execute(
    `insert into grants as t (grant_id, version, user_id, scopes, account_ids, expires_at, revoked)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (grant_id) do update
        set version = excluded.version, scopes = excluded.scopes, account_ids = excluded.account_ids,
            expires_at = excluded.expires_at, revoked = t.revoked or excluded.revoked
      where excluded.version > t.version`,
    [
      grant.grantId,
      grant.version,
      grant.userId,
      grant.scopes,
      grant.accountIds && JSON.stringify(grant.accountIds),
      grant.expiresAt,
      grant.revoked,
    ],
  );
  const [row] = await tx.query<GrantRow>(`select ${COLUMNS} from grants where grant_id = $1 for update`, [
    grant.grantId,
  ]);
  if (!row) throw new Error('the grant that was just noted is not there');
  return fromRow(row);
}

/** Null for a grant that is not known. */
export async function loadGrant(tx: Queryable, grantId: string): Promise<Grant | null> {
  const [row] = await tx.query<GrantRow>(`select ${COLUMNS} from grants where grant_id = $1`, [grantId]);
  return row ? fromRow(row) : null;
}

/** Ends one grant whose time is over, and holds it; null where there is none. */
export async function endExpired(tx: Tx): Promise<Grant | null> {
  const [row] = await tx.query<GrantRow>(
    `update grants set revoked = true
      where grant_id = (select grant_id from grants where not revoked and expires_at <= now()
                         order by expires_at limit 1 for update skip locked)
     returning ${COLUMNS}`,
  );
  return row ? fromRow(row) : null;
}

function fromRow(row: GrantRow): Grant {
  return {
    grantId: row.grant_id,
    version: row.version,
    userId: row.user_id,
    scopes: row.scopes,
    accountIds: row.account_ids,
    expiresAt: row.expires_at?.toISOString() ?? null,
    revoked: row.revoked,
  };
}
