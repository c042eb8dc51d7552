import { Database } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { countSealedWithOthers, resealRows, SealedColumn } from './sealed-column';

const ROWS_PER_BATCH = 500;
const PAUSE_MS = 1000;
/** Rows that stay locked for so long are a matter for the operator. */
const ROUNDS_WITHOUT_PROGRESS_MAX = 30;

/**
 * Seals everything that another key has sealed with the present one, in batches of a transaction each: may run
 * beside the service, be stopped at any moment, and be started again, which goes on where it was.
 * @returns how many rows were sealed again
 */
export async function rotateKeys(
  database: Database,
  box: SecretBox,
  columns: readonly SealedColumn[],
  say: (line: string) => Promise<void> | void,
): Promise<number> {
  let done = 0;
  for (const column of columns) done += await rotateColumn(database, box, column, say);
  return done;
}

async function rotateColumn(
  database: Database,
  box: SecretBox,
  column: SealedColumn,
  say: (line: string) => Promise<void> | void,
): Promise<number> {
  const name = `${column.table}.${column.column}`;
  let done = 0;
  let waits = 0;
  for (;;) {
    const resealed = await database.transaction((tx) => resealRows(tx, box, column, ROWS_PER_BATCH));
    done += resealed;
    if (resealed > 0) {
      waits = 0;
      await say(`${name}: ${done} sealed again`);
      continue;
    }
    const left = await countSealedWithOthers(database, box, column);
    if (left === 0) {
      await say(`${name}: done, ${done} sealed again, none left`);
      return done;
    }
    waits += 1;
    if (waits > ROUNDS_WITHOUT_PROGRESS_MAX)
      throw new Error(`${name}: ${left} rows stay locked; run it again`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
