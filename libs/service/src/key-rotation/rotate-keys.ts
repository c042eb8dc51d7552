import { Database } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { countSealedWithOthers, resealRows, SealedColumn } from './sealed-column';

const ROWS_PER_BATCH = 500;
const PAUSE_MS = 1000;
/** Maximum of rounds in which rows stay locked; after them the operator must find the cause. */
const ROUNDS_WITHOUT_PROGRESS_MAX = 30;

/**
 * Encrypts all data with the current key that was encrypted with another one, in batches of one transaction each. It
 * may run while the service runs, be stopped at any moment, and continues at the next start. @returns how many rows
 * were encrypted again
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
