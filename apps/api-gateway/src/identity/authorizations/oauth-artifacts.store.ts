import { OldRows, Queryable, Tx } from '@tributary/persistence';
import type { SealedValues, UserTable } from '@tributary/service';
import { CredentialsVersions } from '../codes/code-binding';
import { joinUser } from '../users/users.store';
import { FROM_GRANTS, GRANT_IDS_OF_USER, joinGrant } from './grants.store';

/** A code, refresh token or interaction of the OAuth library. */
export interface ArtifactId {
  readonly kind: string;
  readonly idHash: Buffer;
}

interface NewArtifact extends ArtifactId {
  readonly grantId: number | null;
  readonly payload: string;
  readonly expiresInS: number;
}

/**
 * Stores an artifact, with the version of the user's credentials. If the artifact exists, only its payload and its end
 * change.
 */
export async function saveArtifact(
  database: Queryable,
  { kind, idHash, grantId, payload, expiresInS }: NewArtifact,
): Promise<void> {
  await database.execute(
    `insert into oauth_artifacts (kind, id_hash, grant_id, payload, expires_at, credentials_version)
     values ($1, $2, $3, $4, now() + make_interval(secs => $5),
             (select u.credentials_version ${FROM_GRANTS} ${joinUser('g.user_id')} where g.id = $3))
     on conflict (kind, id_hash) do update set payload = excluded.payload, expires_at = excluded.expires_at`,
    [kind, idHash, grantId, payload, expiresInS],
  );
}

export interface ArtifactRow extends CredentialsVersions {
  readonly payload: string;
  readonly is_consumed: boolean;
}

/**
 * An artifact that has not expired. One that was consumed within `graceMs` counts as not consumed while no later one of its
 * grant is.
 */
export async function findArtifact(
  database: Queryable,
  { kind, idHash }: ArtifactId,
  graceMs: number,
): Promise<ArtifactRow | undefined> {
  const [row] = await database.query<ArtifactRow>(
    `select a.payload,
            a.consumed_at is not null and not (
              a.consumed_at > now() - make_interval(secs => $3::float8 / 1000)
              and not exists (select from oauth_artifacts later
                               where later.kind = a.kind and later.grant_id = a.grant_id
                                 and later.consumed_at > a.consumed_at)) as is_consumed,
            a.credentials_version as made, u.credentials_version as present
       from oauth_artifacts a left ${joinGrant('a.grant_id')} left ${joinUser('g.user_id')}
      where a.kind = $1 and a.id_hash = $2 and a.expires_at > now()`,
    [kind, idHash, graceMs],
  );
  return row;
}

/** @returns false if it was consumed before, or is not there */
export async function consumeArtifact(database: Queryable, { kind, idHash }: ArtifactId): Promise<boolean> {
  const consumed = await database.execute(
    `update oauth_artifacts set consumed_at = clock_timestamp()
      where kind = $1 and id_hash = $2 and consumed_at is null`,
    [kind, idHash],
  );
  return consumed > 0;
}

/** The grant of an artifact; null or undefined: none. */
export async function findGrantOfArtifact(
  database: Queryable,
  { kind, idHash }: ArtifactId,
): Promise<number | null | undefined> {
  const [row] = await database.query<{ grant_id: number | null }>(
    'select grant_id from oauth_artifacts where kind = $1 and id_hash = $2',
    [kind, idHash],
  );
  return row?.grant_id;
}

export async function deleteArtifact(database: Queryable, { kind, idHash }: ArtifactId): Promise<void> {
  await database.execute('delete from oauth_artifacts where kind = $1 and id_hash = $2', [kind, idHash]);
}

export async function deleteArtifactsOf(tx: Tx, grantId: number): Promise<void> {
  await tx.execute('delete from oauth_artifacts where grant_id = $1', [grantId]);
}

/** Deletes artifacts of the users' running authorizations, which have no grant yet. */
export async function deleteArtifactsWithoutGrant(tx: Tx, userIds: readonly number[]): Promise<void> {
  await tx.execute(
    `delete from oauth_artifacts where grant_id is null
        and payload::jsonb #>> '{session,accountId}' = any($1::text[])`,
    [userIds.map(String)],
  );
}

/** Stores the encrypted reply to the request that used a refresh token. */
export async function storeReply(database: Queryable, idHash: Buffer, reply: string): Promise<void> {
  await database.execute(
    `update oauth_artifacts set reply = $2 where kind = 'RefreshToken' and id_hash = $1`,
    [idHash, reply],
  );
}

/** Reads the encrypted reply; null if there is none yet, undefined if the refresh token was revoked. */
export async function readReply(database: Queryable, idHash: Buffer): Promise<string | null | undefined> {
  const [row] = await database.query<{ reply: string | null }>(
    `select reply from oauth_artifacts where kind = 'RefreshToken' and id_hash = $1`,
    [idHash],
  );
  return row?.reply;
}

/** Expired artifacts are deleted after a day; until then a reused refresh token is recognized. */
export const EXPIRED_ARTIFACTS: OldRows = { table: 'oauth_artifacts', since: 'expires_at', days: 1 };

/** Deletes replies to refreshes that can no longer be repeated, at most `max`. @returns how many */
export function forgetReplies(database: Queryable, max: number): Promise<number> {
  return database.execute(
    `update oauth_artifacts set reply = null where ctid = any(array(
       select ctid from oauth_artifacts
        where reply is not null and consumed_at < now() - interval '1 minute' limit $1))
        and reply is not null`,
    [max],
  );
}

/** The location of stored responses to refreshes, encrypted; they expire with the grace period. */
export const SEALED_REPLIES: SealedValues['passing'][number] = {
  table: 'oauth_artifacts',
  column: 'reply',
  endsAt: `consumed_at + interval '1 hour'`,
};

export const ARTIFACTS_TABLE: UserTable = {
  table: 'oauth_artifacts',
  rowsOfUserSql: `t.grant_id in (${GRANT_IDS_OF_USER})`,
};
