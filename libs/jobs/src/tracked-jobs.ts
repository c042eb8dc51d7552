import { appendToOutbox, OutgoingEvent } from '@tributary/messaging';
import { Queryable, Tx } from '@tributary/persistence';
import { enqueueJobs } from './jobs.store';

/**
 * A table with a row for each job of a kind whose progress users watch. The kind has the table's name, and a job's key
 * is the row's id. Columns: `id`, `version`, `user_id`, `status`, `transactions_done`, `error`, `created_at`,
 * `updated_at`, `finished_at`, and what else is counted or shown.
 */
export interface TrackedTable<Document> {
  readonly table: string;
  /** SQL: members of the published document beside `finished_at`, as arguments of `json_build_object`. */
  readonly members: string;
  readonly toEvent: (payload: TrackedJob<Document>) => OutgoingEvent;
}

/** A job as it is published. */
export interface TrackedJob<Document> {
  readonly id: number;
  readonly version: number;
  readonly userId: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly document: Document;
}

type Row<Document> = Omit<TrackedJob<Document>, 'createdAt' | 'updatedAt'> & {
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** Users watch the progress: publishing it more often is of no use to them, and each time is a message. */
const PUBLISH_EVERY_MS = 500;

/** Jobs whose progress is a row of the owner's table and an event. A change of the row raises its version. */
export class TrackedJobs<Document, Task extends object> {
  private publishedAtMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly definition: TrackedTable<Document>) {}

  get kind(): string {
    return this.definition.table;
  }

  /** Creates the job of a row that the owner has just inserted, and publishes it. */
  async begin(tx: Tx, id: number, userId: number, payload: Task): Promise<TrackedJob<Document>> {
    await enqueueJobs(tx, this.kind, [{ key: id, userId, payload }]);
    return this.publish(tx, id);
  }

  /** Adds the counts of a step, by their columns, in its transaction; publishes them now and then. */
  async saveStep(tx: Tx, id: string, counts: Readonly<Record<string, number>>): Promise<void> {
    const added = Object.keys(counts).map((column, index) => `${column} = ${column} + $${index + 2}`);
    await tx.execute(
      `update ${this.definition.table}
          set status = 'RUNNING', version = version + 1, updated_at = now(), ${added.join(', ')}
        where id = $1`,
      [id, ...Object.values(counts)],
    );
    if (performance.now() - this.publishedAtMs < PUBLISH_EVERY_MS) return;
    await this.publish(tx, id);
    this.publishedAtMs = performance.now();
  }

  /** Ends the row, well or (with an error) badly, and publishes it. */
  async finish(tx: Tx, id: string, error: string | null): Promise<void> {
    await tx.execute(
      `update ${this.definition.table}
          set status = $2, error = $3, version = version + 1, updated_at = now(), finished_at = now()
        where id = $1`,
      [id, error === null ? 'DONE' : 'FAILED', error],
    );
    await this.publish(tx, id);
  }

  /** A row that has not ended; null if there is none. @param which SQL with `$1` */
  async findOpen(tx: Tx, which: string, parameter: unknown): Promise<number | null> {
    const [row] = await tx.query<{ id: number }>(
      `select id from ${this.definition.table} where finished_at is null and ${which} limit 1`,
      [parameter],
    );
    return row?.id ?? null;
  }

  /** The rows for a replay, as they are published. */
  get replayed() {
    return {
      totalSql: `select count(*) as count from ${this.definition.table}`,
      nextRowsQuery: (database: Queryable, after: number, limit: number) =>
        this.read(database, 'id > $1 order by id limit $2', [after, limit]),
      idOf: ({ id }: TrackedJob<Document>) => id,
      toEvents: (jobs: readonly TrackedJob<Document>[]) =>
        jobs.map((job) => ({ event: this.definition.toEvent(job), occurredAt: new Date(job.updatedAt) })),
    };
  }

  private async publish(tx: Tx, id: number | string): Promise<TrackedJob<Document>> {
    const [payload] = await this.read(tx, 'id = $1', [id]);
    if (!payload) throw new Error(`${this.definition.table} ${id} does not exist`);
    await appendToOutbox(tx, [this.definition.toEvent(payload)]);
    return payload;
  }

  private async read(
    database: Queryable,
    which: string,
    parameters: readonly unknown[],
  ): Promise<TrackedJob<Document>[]> {
    const rows = await database.query<Row<Document>>(
      `select id, version, user_id as "userId", created_at as "createdAt", updated_at as "updatedAt",
              json_build_object(${this.definition.members}, 'finished_at',
                to_char(finished_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as document
         from ${this.definition.table} where ${which}`,
      parameters,
    );
    return rows.map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    }));
  }
}

/** The position in the rows of several accounts, one account after the other. */
export interface AccountsCursor {
  /** Index of the account. */
  readonly account: number;
  /** Id of its last row that is done. */
  readonly after: number;
}

export const FIRST_ACCOUNT: AccountsCursor = { account: 0, after: 0 };

/** The position after a step. @param lastId undefined if the account had no further rows: the next one follows */
export function nextInAccounts({ account }: AccountsCursor, lastId: number | undefined): AccountsCursor {
  return lastId === undefined ? { account: account + 1, after: 0 } : { account, after: lastId };
}
