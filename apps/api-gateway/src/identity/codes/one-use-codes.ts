import { Queryable } from '@tributary/persistence';
import { CodeKind, codeHolds } from './code-binding';

/** What a terminal prints for a person: a link that opens the console, or the code for making the first user. */
export type OneUseKind = Extract<CodeKind, 'CONSOLE_LINK' | 'FIRST_RUN'>;

export interface OneUseCode {
  readonly kind: OneUseKind;
  readonly hash: Buffer;
  /** Whom it signs in; null: there is no user yet. */
  readonly userId: number | null;
  readonly minutes: number;
}

export async function keepOneUseCode(
  database: Queryable,
  { kind, hash, userId, minutes }: OneUseCode,
): Promise<void> {
  await database.execute(
    `insert into one_use_codes (code_hash, kind, user_id, expires_at, credentials_version)
     values ($1, $2, $3, now() + make_interval(mins => $4), (select credentials_version from users where id = $3))`,
    [hash, kind, userId, minutes],
  );
}

/** Uses a code up: of two simultaneous uses, the second finds none. @returns what it was for; null if it is invalid */
export async function takeOneUseCode(
  tx: Queryable,
  kind: OneUseKind,
  hash: Buffer,
): Promise<Pick<OneUseCode, 'userId'> | null> {
  const [taken] = await tx.query<{ user_id: number | null; made: number | null; present: number | null }>(
    `delete from one_use_codes where code_hash = $1 and kind = $2 and expires_at > now()
     returning user_id, credentials_version as made,
               (select u.credentials_version from users u where u.id = one_use_codes.user_id) as present`,
    [hash, kind],
  );
  return taken && codeHolds(kind, taken) ? { userId: taken.user_id } : null;
}

/** All of a kind, such as when there are newer ones. */
export async function dropOneUseCodes(tx: Queryable, kind: OneUseKind): Promise<void> {
  await tx.execute('delete from one_use_codes where kind = $1', [kind]);
}
