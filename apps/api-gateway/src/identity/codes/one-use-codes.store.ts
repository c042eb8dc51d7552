import { OldRows, Queryable } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import { credentialsVersionOf } from '../users/users.store';
import { CodeKind, CredentialsVersions } from './code-binding';

/** Codes that a terminal prints for a person: a link that opens the console, or the code for making the first user. */
export type OneUseKind = Extract<CodeKind, 'CONSOLE_LINK' | 'FIRST_RUN'>;

export interface OneUseCode {
  readonly kind: OneUseKind;
  readonly hash: Buffer;
  /** User whom the code signs in; null: there is no user yet. */
  readonly userId: number | null;
  readonly minutes: number;
}

export async function insertOneUseCode(
  database: Queryable,
  { kind, hash, userId, minutes }: OneUseCode,
): Promise<void> {
  await database.execute(
    `insert into one_use_codes (code_hash, kind, user_id, expires_at, credentials_version)
     values ($1, $2, $3, now() + make_interval(mins => $4), ${credentialsVersionOf('$3')})`,
    [hash, kind, userId, minutes],
  );
}

type DeletedCode = CredentialsVersions & { readonly user_id: number | null };

/** Deletes a code that has not expired. Of two simultaneous uses the second finds none. */
export async function deleteOneUseCode(
  tx: Queryable,
  kind: OneUseKind,
  hash: Buffer,
): Promise<DeletedCode | undefined> {
  const [deleted] = await tx.query<DeletedCode>(
    `delete from one_use_codes where code_hash = $1 and kind = $2 and expires_at > now()
     returning user_id, credentials_version as made, ${credentialsVersionOf('one_use_codes.user_id')} as present`,
    [hash, kind],
  );
  return deleted;
}

/** Whether there is an unexpired code of the kind. */
export async function hasOneUseCode(database: Queryable, kind: OneUseKind): Promise<boolean> {
  const found = await database.query(
    'select 1 from one_use_codes where kind = $1 and expires_at > now() limit 1',
    [kind],
  );
  return found.length > 0;
}

/** Deletes all codes of a kind, for example when there are newer ones. */
export async function dropOneUseCodes(tx: Queryable, kind: OneUseKind): Promise<void> {
  await tx.execute('delete from one_use_codes where kind = $1', [kind]);
}

export const EXPIRED_ONE_USE_CODES: OldRows = { table: 'one_use_codes', since: 'expires_at', days: 0 };

/** Links that sign in, as hashes, for minutes. */
export const ONE_USE_CODES_TABLE: UserTable = { table: 'one_use_codes', rowsOfUserSql: 't.user_id = $1' };
