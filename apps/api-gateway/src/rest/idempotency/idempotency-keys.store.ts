import { OldRows, Queryable } from '@tributary/persistence';
import { SealedValues, UserTable } from '@tributary/service';

const STORED_FOR = '24 hours';

/** A key of a caller. */
export interface KeyId {
  readonly userId: number;
  readonly keyHash: Buffer;
}

/** The right to run the request of a key. */
interface NewClaim extends KeyId {
  readonly id: string;
  /** Encrypted digest that a repeated request must have. */
  readonly request: string;
  readonly seconds: number;
}

/** Claims the key. @returns false if another request has claimed it, or its response is stored */
export async function claimKey(
  database: Queryable,
  { userId, keyHash, request, id, seconds }: NewClaim,
): Promise<boolean> {
  const claimed = await database.execute(
    `insert into idempotency_keys as k (user_id, key_hash, request, claim, claimed_until)
     values ($1, $2, $3, $4, now() + make_interval(secs => $5))
     on conflict (user_id, key_hash) do update
        set (request, answer, claim, claimed_until, created_at) =
            (excluded.request, null, excluded.claim, excluded.claimed_until, now())
      where k.created_at < now() - interval '${STORED_FOR}' or (k.answer is null and k.claimed_until < now())`,
    [userId, keyHash, request, id, seconds],
  );
  return claimed > 0;
}

/** A request and its response, encrypted; null: no response is stored yet. */
export interface KeyRow {
  readonly request: string;
  readonly answer: string | null;
}

export async function findKey(database: Queryable, { userId, keyHash }: KeyId): Promise<KeyRow | undefined> {
  const [row] = await database.query<KeyRow>(
    'select request, answer from idempotency_keys where user_id = $1 and key_hash = $2',
    [userId, keyHash],
  );
  return row;
}

/** @returns false if another request has the claim */
export async function storeAnswer(
  tx: Queryable,
  { userId, keyHash }: KeyId,
  claim: string,
  sealed: string,
): Promise<boolean> {
  const stored = await tx.execute(
    'update idempotency_keys set answer = $4 where user_id = $1 and key_hash = $2 and claim = $3',
    [userId, keyHash, claim, sealed],
  );
  return stored > 0;
}

/** Deletes a key without a response. */
export async function releaseKey(
  database: Queryable,
  { userId, keyHash }: KeyId,
  claim: string,
): Promise<void> {
  await database.execute(
    'delete from idempotency_keys where user_id = $1 and key_hash = $2 and claim = $3 and answer is null',
    [userId, keyHash, claim],
  );
}

export const OLD_KEYS: OldRows = { table: 'idempotency_keys', since: 'created_at', days: 1 };

/** The location of stored responses and requests, encrypted; they expire after a day. */
export const SEALED_ANSWERS: SealedValues['passing'] = ['request', 'answer'].map((column) => ({
  table: 'idempotency_keys',
  column,
  endsAt: `created_at + interval '24 hours'`,
}));

/** Encrypted responses, stored for a day. */
export const IDEMPOTENCY_KEYS_TABLE: UserTable = {
  table: 'idempotency_keys',
  rowsOfUserSql: 't.user_id = $1',
};
