import { Queryable } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import { ImportRow } from './imports.store';
import { KnownReading } from './reading/file-reading';

/** The most stored readings of a user. */
const READINGS_MAX = 200;

/** Returns how an earlier file of this layout was read, or null. */
export async function findSavedReading(
  database: Queryable,
  userId: number,
  shape: string | null,
): Promise<KnownReading | null> {
  if (shape === null) return null;
  const [row] = await database.query<KnownReading>(
    'select csv, qif, confirmed from file_csv_readings where user_id = $1 and shape = $2',
    [userId, shape],
  );
  return row ?? null;
}

/** Stores how a file was read, for the bank's next one. The reading was confirmed by the user, or applied. */
export async function saveReading(database: Queryable, row: ImportRow): Promise<void> {
  const { user_id: userId, csv, qif, csv_shape: shape, certainty } = row;
  if ((csv ?? qif) === null || shape === null) return;
  await database.execute(
    `insert into file_csv_readings (user_id, shape, csv, qif, confirmed) values ($1, $2, $3, $4, $5)
     on conflict (user_id, shape) do update
        set csv = excluded.csv, qif = excluded.qif, confirmed = excluded.confirmed, used_at = now()`,
    [userId, shape, csv && JSON.stringify(csv), qif && JSON.stringify(qif), certainty === 'CONFIRMED'],
  );
  await database.execute(
    `delete from file_csv_readings
      where user_id = $1 and shape not in (select shape from file_csv_readings where user_id = $1
                                            order by used_at desc limit ${READINGS_MAX})`,
    [userId],
  );
}

export const READINGS_TABLE: UserTable = {
  table: 'file_csv_readings',
  rowsOfUserSql: 't.user_id = $1',
  exportAs: { kind: 'file_csv_readings', compositeSortKeySql: 'jsonb_build_array(t.shape)' },
};
