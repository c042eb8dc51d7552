import { Database, OldRows, Queryable, Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import { Plan } from '../permissions/plans';
import { Role } from '../permissions/roles';
import { joinUser } from '../users/users.store';
import { FROM_GRANTS, joinGrant } from './grants.store';
import { joinApp } from './oauth-apps.store';
import { Token, TokenKind } from './token.entity';

/** Joins the token `t` of a row. @param tokenId SQL */
export const joinToken = (tokenId: string): string => `join tokens t on t.id = ${tokenId}`;

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

/** The tokens of a condition that have not ended, nor their grant or user. */
const validTokensSql = (condition: string): string =>
  `select ${TOKEN_COLUMNS}
    from tokens t ${joinUser('t.user_id')} left ${joinGrant('t.grant_id')}
         left ${joinApp('g.app_id')}
   where ${condition} and t.revoked_at is null and t.expires_at > now() and g.revoked_at is null
     and u.disabled_at is null`;

/** A valid token. Planning four tables takes longer than reading their rows, so the statement is prepared. */
export async function findValidToken(database: Database, hash: Buffer): Promise<TokenRow | undefined> {
  const [row] = await database.queryPrepared<TokenRow>(
    validTokensSql(`t.kind <> 'LEGACY' and t.token_hash = $1`),
    [hash],
  );
  return row;
}

/** A valid token in the legacy format. @param until when these end; null: they have no end */
export async function findValidLegacyToken(
  database: Database,
  { id, secretHash }: { readonly id: number; readonly secretHash: Buffer },
  until: Date | null,
): Promise<TokenRow | undefined> {
  const [row] = await database.queryPrepared<TokenRow>(
    validTokensSql(
      `t.kind = 'LEGACY' and t.legacy_id = $1 and t.token_hash = $2 and now() < $3::timestamptz`,
    ),
    [id, secretHash, until],
  );
  return row;
}

/** The valid tokens among the ids. @param legacyUntil end of tokens in the legacy format; null: they have ended */
export function findValidTokens(
  database: Queryable,
  ids: readonly number[],
  legacyUntil: Date | null,
): Promise<TokenRow[]> {
  return database.query<TokenRow>(
    validTokensSql(`t.id = any($1::bigint[]) and (t.kind <> 'LEGACY' or now() < $2::timestamptz)`),
    [ids, legacyUntil],
  );
}

/** An app's token, as the OAuth library reads it. */
export interface AppTokenRow {
  readonly oauth: string | null;
  readonly scopes: string[] | null;
  readonly grant_id: number;
  readonly client_id: string;
  readonly issued_at_s: number;
  readonly expires_at_s: number;
}

export type AppTokenKind = Extract<TokenKind, 'OAUTH' | 'MANAGED'>;

/** A valid token of an app. */
export async function findAppToken(
  database: Queryable,
  kind: AppTokenKind,
  hash: Buffer,
): Promise<AppTokenRow | undefined> {
  const [row] = await database.query<AppTokenRow>(
    `select t.oauth::text as oauth, t.scopes, t.grant_id, a.client_id,
            extract(epoch from t.created_at)::bigint as issued_at_s,
            extract(epoch from t.expires_at)::bigint as expires_at_s
       from tokens t ${joinGrant('t.grant_id')} ${joinApp('g.app_id')}
            ${joinUser('t.user_id')}
      where t.token_hash = $1 and t.kind = $2 and t.revoked_at is null and t.expires_at > now()
        and g.revoked_at is null and u.disabled_at is null`,
    [hash, kind],
  );
  return row;
}

interface NewAppToken {
  readonly hash: Buffer;
  readonly scopes: readonly string[];
  /** The library's own members, as JSON. */
  readonly oauth: string;
  readonly expiresInS: number;
  readonly grantId: number;
}

/** A token of an app that a user authorized; it ends with its grant at the latest. */
export async function insertAppToken(
  database: Queryable,
  { hash, scopes, oauth, expiresInS, grantId }: NewAppToken,
): Promise<void> {
  await database.execute(
    `insert into tokens (user_id, kind, name, token_hash, scopes, grant_id, oauth, expires_at)
     select g.user_id, 'OAUTH', a.name, $1, $2::text[], g.id, $3::jsonb,
            least(now() + make_interval(secs => $4), g.expires_at)
       ${FROM_GRANTS} ${joinApp('g.app_id')}
      where g.id = $5 and g.revoked_at is null`,
    [hash, scopes, oauth, expiresInS, grantId],
  );
}

interface NewManagedToken extends Omit<NewAppToken, 'oauth'> {
  readonly userId: number;
  readonly name: string;
}

/** A token for a user whom an app manages. */
export async function insertManagedToken(
  tx: Tx,
  { userId, name, hash, scopes, grantId, expiresInS }: NewManagedToken,
): Promise<void> {
  await tx.execute(
    `insert into tokens (user_id, kind, name, token_hash, scopes, grant_id, expires_at)
     values ($1, 'MANAGED', $2, $3, $4, $5, now() + make_interval(secs => $6))`,
    [userId, name, hash, scopes, grantId, expiresInS],
  );
}

export async function deleteAppToken(database: Queryable, kind: AppTokenKind, hash: Buffer): Promise<void> {
  await database.execute('delete from tokens where token_hash = $1 and kind = $2', [hash, kind]);
}

/** Ends an app's tokens for one user beyond `max`, oldest first, so that an app in a loop still has its newest. */
export async function endOldestTokens(database: Queryable, grantId: number, max: number): Promise<void> {
  await database.execute(
    'delete from tokens where id in (select id from tokens where grant_id = $1 order by id desc offset $2)',
    [grantId, max],
  );
}

/** Limits the end of a grant's tokens to the end of the grant. */
export async function shortenTokensOf(tx: Tx, grantId: number, expiresAt: Date | null): Promise<void> {
  await tx.execute('update tokens set expires_at = least(expires_at, $2) where grant_id = $1', [
    grantId,
    expiresAt,
  ]);
}

export async function deleteTokensOf(tx: Tx, grantId: number): Promise<void> {
  await tx.execute('delete from tokens where grant_id = $1', [grantId]);
}

/** Number of the user's valid personal tokens. */
export async function countPersonalTokens(tx: Tx, userId: number): Promise<number> {
  const [counted] = await tx.query<{ live: number }>(
    `select count(*) as live from tokens
      where user_id = $1 and kind in ('PERSONAL', 'LEGACY') and revoked_at is null and expires_at > now()`,
    [userId],
  );
  return counted?.live ?? 0;
}

/** The user's personal tokens that were not revoked. */
export async function personalTokenIds(database: Queryable, userId: number): Promise<number[]> {
  const rows = await database.query<{ id: number }>(
    `select id from tokens where user_id = $1 and kind in ('PERSONAL', 'LEGACY') and revoked_at is null order by id`,
    [userId],
  );
  return rows.map(({ id }) => id);
}

export type NewPersonalTokenRow = Omit<Token, 'id' | 'createdAt'>;

export function insertPersonalToken(
  tx: Tx,
  token: NewPersonalTokenRow,
): Promise<NewPersonalTokenRow & Token> {
  return tx.manager.getRepository(Token).save(token);
}

export function savePersonalToken(tx: Tx, token: Token): Promise<Token> {
  return tx.manager.getRepository(Token).save(token);
}

/** A personal token of the user, locked until the end of the transaction. */
export function lockPersonalToken(tx: Tx, userId: number, id: number): Promise<Token | null> {
  return tx.manager.getRepository(Token).findOne({
    where: [
      { id, userId, kind: 'PERSONAL' },
      { id, userId, kind: 'LEGACY' },
    ],
    lock: { mode: 'pessimistic_write' },
  });
}

/** SQL: a personal token. Tokens of apps are revoked with their grant. */
const PERSONAL = `t.id = $1 and ($2::bigint is null or t.user_id = $2) and t.kind in ('PERSONAL', 'LEGACY')`;

/** Revokes a personal token. @param userId null: of any user @returns the token; null if there was none to revoke */
export async function revokePersonalToken(tx: Tx, id: number, userId: number | null): Promise<Token | null> {
  const revoked = await tx.execute(
    `update tokens t set revoked_at = now(), version = version + 1 where ${PERSONAL} and t.revoked_at is null`,
    [id, userId],
  );
  return revoked === 0 ? null : tx.manager.getRepository(Token).findOneByOrFail({ id });
}

/** @param userId null: of any user @returns whether there was one */
export async function deletePersonalTokenRow(tx: Tx, id: number, userId: number | null): Promise<boolean> {
  return (await tx.execute(`delete from tokens t where ${PERSONAL}`, [id, userId])) > 0;
}

/** Records the use of these tokens, if the last one is older than a minute. */
export async function touchTokens(database: Queryable, ids: readonly number[]): Promise<void> {
  await database.execute(
    `update tokens t set last_used_at = now()
       from (select id from tokens where id = any($1::bigint[]) order by id for update) used
      where t.id = used.id and (t.last_used_at is null or t.last_used_at < now() - interval '1 minute')`,
    [ids],
  );
}

/** SQL: the grants of the tokens `$1`. */
export const GRANT_IDS_OF_TOKENS =
  'select grant_id from tokens where id = any($1::bigint[]) and grant_id is not null';

/** The app of a token. */
export interface AppOfToken {
  readonly id: number;
  readonly redirect_uris: string[];
}

/** @returns undefined if the token is not of an app */
export async function findAppOfToken(database: Queryable, tokenId: number): Promise<AppOfToken | undefined> {
  const [app] = await database.query<AppOfToken>(
    `select a.id, a.redirect_uris
       from tokens t ${joinGrant('t.grant_id')} ${joinApp('g.app_id')} where t.id = $1`,
    [tokenId],
  );
  return app;
}

/** Expired tokens of apps; personal tokens stay until their owner deletes them. */
export const EXPIRED_APP_TOKENS: OldRows = {
  table: 'tokens',
  since: 'expires_at',
  days: 1,
  which: `kind in ('OAUTH', 'MANAGED')`,
};

export const TOKENS_TABLE: UserTable = {
  table: 'tokens',
  rowsOfUserSql: 't.user_id = $1',
  exportAs: { kind: 'tokens', omittedColumns: ['token_hash', 'oauth'] },
};
