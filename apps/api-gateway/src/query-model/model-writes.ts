import { Database, Tx } from '@tributary/persistence';
import { ModelChanges } from './model-changes';

/** A transaction that may write to the query model: `writeModel` gives it. */
export class ModelTx implements Tx {
  /** What it changes of the model that is read. */
  readonly changes = new ModelChanges();

  constructor(private readonly tx: Tx) {}

  get manager(): Tx['manager'] {
    return this.tx.manager;
  }

  query<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]> {
    return this.tx.query<Row>(sql, parameters);
  }

  queryPrepared<Row extends object>(sql: string, parameters?: readonly unknown[]): Promise<Row[]> {
    return this.tx.queryPrepared<Row>(sql, parameters);
  }

  execute(sql: string, parameters?: readonly unknown[]): Promise<number> {
    return this.tx.execute(sql, parameters);
  }
}

/** Changes rows of the query model, in whichever model the transaction's search path names first. */
export type ModelWork = (tx: ModelTx) => Promise<void>;

/**
 * Every change of the query model goes through here: while a second model is filled beside the one that is read, the
 * work is done in both. A swap waits for the transactions that are in here, and they for a swap; so a transaction
 * comes here first of all, once. What changed in the model that is read is recorded in the same transaction.
 */
export async function writeModel(tx: Tx, work: ModelWork): Promise<void> {
  const rebuildId = await joinModel(tx);
  const model = new ModelTx(tx);
  await work(model);
  await model.changes.record(tx);
  if (rebuildId !== null) await inNextModel(tx, work);
}

/** The same in a transaction of its own. */
export function writeModelNow(database: Database, work: ModelWork): Promise<void> {
  return database.transaction((tx) => writeModel(tx, work));
}

/** Writes only to the model of the rebuild. @returns false if that rebuild no longer runs */
export async function writeNextModel(tx: Tx, rebuildId: number, work: ModelWork): Promise<boolean> {
  if ((await joinModel(tx)) !== rebuildId) return false;
  await inNextModel(tx, work);
  return true;
}

/** Until the commit there is no swap. @returns the running rebuild */
async function joinModel(tx: Tx): Promise<number | null> {
  const [row] = await tx.query<{ id: number | null }>('select join_query_model() as id');
  return row?.id ?? null;
}

/** Tables of the query model are found in the spare schema, all others in their own. */
async function inNextModel(tx: Tx, work: ModelWork): Promise<void> {
  await tx.query(`select set_config('search_path', current_schema() || '_next,' || current_schema(), true)`);
  await work(new ModelTx(tx));
  await tx.query(`select set_config('search_path', (current_schemas(false))[2], true)`);
}
