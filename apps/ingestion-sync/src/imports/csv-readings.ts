import { FileCsvReading } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import { ImportRow } from './stored-imports';

/** The readings that are kept for a user. */
const READINGS_MAX = 200;

/** How the user's last file with these columns was read; null if there was none. */
export async function readCsvReading(
  database: Queryable,
  userId: number,
  shape: string | null,
): Promise<FileCsvReading | null> {
  if (shape === null) return null;
  const [row] = await database.query<{ csv: FileCsvReading }>(
    'select csv from file_csv_readings where user_id = $1 and shape = $2',
    [userId, shape],
  );
  return row?.csv ?? null;
}

/** Keeps how a file was read, for the bank's next one. */
export async function keepCsvReading(database: Queryable, row: ImportRow): Promise<void> {
  const { user_id: userId, csv, csv_shape: shape } = row;
  if (csv === null || shape === null) return;
  await database.execute(
    `insert into file_csv_readings (user_id, shape, csv) values ($1, $2, $3)
     on conflict (user_id, shape) do update set csv = excluded.csv, used_at = now()`,
    [userId, shape, JSON.stringify(csv)],
  );
  await database.execute(
    `delete from file_csv_readings
      where user_id = $1 and shape not in (select shape from file_csv_readings where user_id = $1
                                            order by used_at desc limit ${READINGS_MAX})`,
    [userId],
  );
}
