import { Database, Tx } from '@tributary/persistence';
import { ModelChanges } from './model-changes';
import { sortedIds } from './sorted-ids';

/** A transaction that may write to the query model: `writeModel` gives it. */
export class ModelTx implements Tx {
  /** What it changes of the model that is read. */
  readonly changes = new ModelChanges();

  /** @param sharedUsers whose locks it shares already */
  constructor(
    private readonly tx: Tx,
    readonly sharedUsers: ReadonlySet<number> = new Set(),
  ) {}

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
 * @param userIds whose data is written, as far as that is known before
 */
export async function writeModel(tx: Tx, work: ModelWork, userIds: Iterable<number> = []): Promise<void> {
  const users = sortedIds(userIds);
  const rebuildId = await joinModel(tx, users);
  const model = new ModelTx(tx, new Set(users));
  await work(model);
  await model.changes.record(tx);
  if (rebuildId !== null) await inNextModel(tx, work);
}

/** The same in a transaction of its own. */
export function writeModelNow(
  database: Database,
  work: ModelWork,
  userIds: Iterable<number> = [],
): Promise<void> {
  return database.transaction((tx) => writeModel(tx, work, userIds));
}

/** Writes only to the model of the rebuild. @returns false if that rebuild no longer runs */
export async function writeNextModel(tx: Tx, rebuildId: number, work: ModelWork): Promise<boolean> {
  if ((await joinModel(tx)) !== rebuildId) return false;
  await inNextModel(tx, work);
  return true;
}

/** Until the commit there is no swap. @param users whose locks are shared @returns the running rebuild */
async function joinModel(tx: Tx, users: readonly number[] = []): Promise<number | null> {
  const join = 'select join_query_model($1::bigint[]) as id';
  const [row] = await tx.queryPrepared<{ id: number | null }>(join, [users]);
  return row?.id ?? null;
}

/** Tables of the query model are found in the spare schema, all others in their own. */
async function inNextModel(tx: Tx, work: ModelWork): Promise<void> {
  await tx.query(`select set_config('search_path', current_schema() || '_next,' || current_schema(), true)`);
  await work(new ModelTx(tx));
  await tx.query(`select set_config('search_path', (current_schemas(false))[2], true)`);
}
