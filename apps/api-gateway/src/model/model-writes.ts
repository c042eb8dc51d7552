import { Database, Tx } from '@tributary/persistence';
import { ModelChanges } from './model-changes';
import { sortedIds } from './sorted-ids';

/** A transaction that may write to the query model; only `writeModel` creates it. */
export class ModelTx implements Tx {
  /** Changes of the visible model by this transaction. */
  readonly changes = new ModelChanges();

  /** @param sharedUsers users whose locks it shares already */
  constructor(
    private readonly tx: Tx,
    readonly sharedUsers: ReadonlySet<number> = new Set(),
  ) {}

  afterCommit(work: () => void): void {
    this.tx.afterCommit(work);
  }

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

/** Work that changes rows of the query model, in the model that the transaction's search path names first. */
export type ModelWork = (tx: ModelTx) => Promise<void>;

/**
 * Changes the query model; every change uses this function. While a rebuild fills a second model, the work is done in
 * both. A swap waits for running transactions of this function, and they for a swap, so a transaction calls it once
 * and first of all. The same transaction records the changes of the visible model. @param userIds users whose data is
 * written, as far as known before
 */
export async function writeModel(tx: Tx, work: ModelWork, userIds: Iterable<number> = []): Promise<void> {
  const users = sortedIds(userIds);
  const rebuildId = await joinModel(tx, users);
  const model = new ModelTx(tx, new Set(users));
  await work(model);
  await model.changes.record(tx);
  if (rebuildId !== null) await inNextModel(tx, work);
}

/** Writes to the query model in a transaction of its own. */
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

/** Prevents a swap until the commit. @param users users whose locks are shared @returns the running rebuild */
async function joinModel(tx: Tx, users: readonly number[] = []): Promise<number | null> {
  const join = 'select join_query_model($1::bigint[]) as id';
  const [row] = await tx.queryPrepared<{ id: number | null }>(join, [users]);
  return row?.id ?? null;
}

/**
 * Does the work in the next model: the search path finds tables of the query model in the spare schema, all others in
 * their own.
 */
async function inNextModel(tx: Tx, work: ModelWork): Promise<void> {
  await tx.query(`select set_config('search_path', current_schema() || '_next,' || current_schema(), true)`);
  await work(new ModelTx(tx));
  await tx.query(`select set_config('search_path', (current_schemas(false))[2], true)`);
}
