import { Queryable } from '@tributary/persistence';

/** What a terminal prints for a person: a link that opens the console, or the code for making the first user. */
export type OneUseKind = 'CONSOLE_LINK' | 'FIRST_RUN';

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
    `insert into one_use_codes (code_hash, kind, user_id, expires_at)
     values ($1, $2, $3, now() + make_interval(mins => $4))`,
    [hash, kind, userId, minutes],
  );
}

/** Uses a code up: of two simultaneous uses, the second finds none. @returns what it was for; null if it is invalid */
export async function takeOneUseCode(
  tx: Queryable,
  kind: OneUseKind,
  hash: Buffer,
): Promise<Pick<OneUseCode, 'userId'> | null> {
  const [taken] = await tx.query<{ user_id: number | null }>(
    'delete from one_use_codes where code_hash = $1 and kind = $2 and expires_at > now() returning user_id',
    [hash, kind],
  );
  return taken ? { userId: taken.user_id } : null;
}

/** All of a kind, such as when there are newer ones. */
export async function dropOneUseCodes(tx: Queryable, kind: OneUseKind): Promise<void> {
  await tx.execute('delete from one_use_codes where kind = $1', [kind]);
}
