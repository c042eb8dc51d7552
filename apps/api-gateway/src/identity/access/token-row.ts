import { CallerGrant } from '@tributary/contracts';
import { Access, TokenKind } from './access';
import { Plan } from '../permissions/plans';
import { Role } from '../permissions/roles';

/** A token with its user and its grant, as a look-up reads it. */
export interface TokenRow {
  readonly id: number;
  readonly user_id: number;
  readonly kind: TokenKind;
  readonly version: number;
  readonly scopes: string[] | null;
  readonly account_ids: number[] | null;
  readonly expires_at: Date;
  readonly plan: Plan;
  readonly role: Role;
  readonly grant_id: number | null;
  readonly grant_version: number | null;
  readonly grant_scopes: string[] | null;
  readonly grant_account_ids: number[] | null;
  readonly grant_expires_at: Date | null;
  readonly app_owner_id: number | null;
  /** The recorded last use is so old that an update is worth a write. */
  readonly use_is_stale: boolean;
  readonly expires_in_ms: number;
}

const TOKEN_COLUMNS = `
  t.id, t.user_id, t.kind, t.version, t.scopes, t.account_ids, t.expires_at, u.plan, u.role,
  g.id as grant_id, g.version as grant_version, g.scopes as grant_scopes, g.account_ids as grant_account_ids,
  g.expires_at as grant_expires_at, a.user_id as app_owner_id,
  t.last_used_at is null or t.last_used_at < now() - interval '1 minute' as use_is_stale,
  (extract(epoch from t.expires_at - now()) * 1000)::float8 as expires_in_ms`;

/** SQL: the tokens of a condition that have not ended, nor their grant or user. */
export function validTokensSql(condition: string): string {
  return `select ${TOKEN_COLUMNS}
    from tokens t join users u on u.id = t.user_id left join grants g on g.id = t.grant_id
         left join oauth_apps a on a.id = g.app_id
   where ${condition} and t.revoked_at is null and t.expires_at > now() and g.revoked_at is null
     and u.disabled_at is null`;
}

/** The token's current access: an app's is limited by its grant. */
export function accessFromRow(row: TokenRow): Access {
  const scopes = withinGrant(row);
  const accountIds = row.grant_id === null ? row.account_ids : row.grant_account_ids;
  return new Access(
    row.id,
    row.user_id,
    row.plan,
    row.kind,
    scopes && new Set(scopes),
    accountIds,
    grantOf(row),
    row.app_owner_id,
    row.role,
  );
}

function withinGrant({ scopes, grant_id, grant_scopes }: TokenRow): readonly string[] | null {
  if (grant_id === null || grant_scopes === null) return scopes;
  return scopes === null ? grant_scopes : scopes.filter((scope) => grant_scopes.includes(scope));
}

function grantOf(row: TokenRow): CallerGrant | null {
  if (row.grant_id !== null) {
    const expiresAt = row.grant_expires_at && row.grant_expires_at.toISOString();
    return { id: appGrantId(row.grant_id), version: row.grant_version ?? 1, expiresAt };
  }
  if (row.scopes === null && row.account_ids === null) return null;
  return { id: tokenGrantId(row.id), version: row.version, expiresAt: row.expires_at.toISOString() };
}

/** The name of the consent to an app in `grant.changed`. */
export function appGrantId(grantId: number): string {
  return `app:${grantId}`;
}

/** The name of a restricted personal token in `grant.changed`. */
export function tokenGrantId(tokenId: number): string {
  return `token:${tokenId}`;
}
