import { Queryable } from '@tributary/persistence';
import { FileHow } from './reading/file-reading';
import { ImportRow } from './stored-imports';

/** The readings that are kept for a user. */
const READINGS_MAX = 200;

/** How the user's last file of this shape was read; null if there was none. */
export async function readKeptHow(
  database: Queryable,
  userId: number,
  shape: string | null,
): Promise<FileHow | null> {
  if (shape === null) return null;
  const [row] = await database.query<FileHow>(
    'select csv, qif from file_csv_readings where user_id = $1 and shape = $2',
    [userId, shape],
  );
  return row ?? null;
}

/** Keeps how a file was read, for the bank's next one. */
export async function keepHow(database: Queryable, row: ImportRow): Promise<void> {
  const { user_id: userId, csv, qif, csv_shape: shape } = row;
  if ((csv ?? qif) === null || shape === null) return;
  await database.execute(
    `insert into file_csv_readings (user_id, shape, csv, qif) values ($1, $2, $3, $4)
     on conflict (user_id, shape) do update set csv = excluded.csv, qif = excluded.qif, used_at = now()`,
    [userId, shape, csv && JSON.stringify(csv), qif && JSON.stringify(qif)],
  );
  await database.execute(
    `delete from file_csv_readings
      where user_id = $1 and shape not in (select shape from file_csv_readings where user_id = $1
                                            order by used_at desc limit ${READINGS_MAX})`,
    [userId],
  );
}
