import { CallerGrant } from '@tributary/contracts';
import { TokenRow } from '../authorizations/tokens.store';
import { Access } from './access';

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
