import { Tx } from '@tributary/persistence';

/** The database's time, by which tokens and grants end. */
export async function databaseTime(tx: Tx): Promise<Date> {
  const [row] = await tx.query<{ now: Date }>('select now() as now');
  if (!row) throw new Error('the database did not say what time it is');
  return row.now;
}
