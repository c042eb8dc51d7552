import { OldRows, Queryable, Tx } from '@tributary/persistence';

/** @returns its id; undefined if there is none */
export async function findErasureOf(database: Queryable, userId: number): Promise<string | undefined> {
  const [row] = await database.query<{ id: string }>('select id from user_erasures where user_id = $1', [
    userId,
  ]);
  return row?.id;
}

/** @param userIds the user, and those whom their apps manage @returns its id */
export async function insertErasure(
  tx: Tx,
  userId: number,
  userIds: readonly number[],
): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    'insert into user_erasures (user_id, user_ids) values ($1, $2) returning id',
    [userId, userIds],
  );
  return row?.id;
}

/** The users of an erasure, and the services that have erased them all. */
export interface OpenErasure {
  readonly user_ids: number[];
  readonly services: string[];
}

/** An erasure that is not complete. */
export async function findOpenErasure(database: Queryable, id: string): Promise<OpenErasure | undefined> {
  const [erasure] = await database.query<OpenErasure>(
    'select user_ids, services from user_erasures where id = $1 and erased_at is null',
    [id],
  );
  return erasure;
}

/** Result of the services' erasures since the last step. */
export interface ErasureProgress {
  /** Services that have erased all users. */
  readonly services: readonly string[];
  readonly rowsErased: number;
  readonly isErased: boolean;
}

export async function saveErasureProgress(
  tx: Tx,
  id: string,
  { services, rowsErased, isErased }: ErasureProgress,
): Promise<void> {
  await tx.execute(
    `update user_erasures
        set services = array(select distinct unnest(services || $2::text[])),
            rows_erased = rows_erased + $3,
            erased_at = case when $4 then clock_timestamp() end
      where id = $1`,
    [id, services, rowsErased, isErased],
  );
}

export interface ErasureRow {
  readonly id: string;
  readonly services: readonly string[];
  readonly rows_erased: number;
  readonly requested_at: Date;
  readonly erased_at: Date | null;
}

export async function findErasure(database: Queryable, id: string): Promise<ErasureRow | undefined> {
  const [row] = await database.query<ErasureRow>(
    'select id, services, rows_erased, requested_at, erased_at from user_erasures where id = $1',
    [id],
  );
  return row;
}

/** The progress of an erasure can be read for 30 days after its end; it contains only ids and times. */
export const ENDED_ERASURES: OldRows = { table: 'user_erasures', since: 'erased_at', days: 30 };
