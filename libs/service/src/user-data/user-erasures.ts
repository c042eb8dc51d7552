import { enqueueJobOnce, Job, JobKind, JobRunner, Next, Progress } from '@tributary/jobs';
import { reachFaultPoint } from '@tributary/messaging';
import { Database, Tx } from '@tributary/persistence';
import { setTimeout as pause } from 'node:timers/promises';
import {
  addRowsErased,
  countRowsOf,
  insertErasedUser,
  markErased,
  readErasedUsers,
} from './erased-users.store';
import { BUS_TABLES, PLATFORM_TABLES, UserData, UserTable } from './user-data';

/** Pause while earlier transactions are still open. */
const WAIT_MS = 20;
const ROWS_PER_STEP = 5000;
/** Pause while work outside still has to end. */
const UNFINISHED_MS = 1000;

/** The progress of erasing some users in this service. */
export interface ErasureStanding {
  readonly erased: number;
  readonly rowsErased: number;
}

interface Cursor {
  /** Time boundary: transactions that began earlier may not have seen that the user was deleted. */
  readonly olderThan: string;
  /** All tables were checked once since, and no rows were found. */
  readonly wasClean: boolean;
}

type ErasureJob = Job<unknown, Cursor>;

/**
 * Erases users from the service's schema, in the background and piece by piece, so that a crash costs a piece. Once it
 * has begun, new data of the user is refused, and it waits for transactions that were open at that time. A user counts
 * as erased when two consecutive passes have found no rows.
 */
export class UserErasures implements JobKind<unknown, Cursor> {
  readonly kind = 'user_erasures';
  private readonly tables: readonly UserTable[];
  private onBegun: () => void = () => undefined;

  constructor(
    private readonly database: Database,
    private readonly jobs: JobRunner,
    private readonly data: UserData,
  ) {
    this.tables = [...data.tables, ...BUS_TABLES];
    jobs.add(this);
  }

  /** Calls the listener at each erasure that begins here, because work outside may have to end. */
  whenBegun(listener: () => void): void {
    this.onBegun = listener;
  }

  /**
   * Begins the erasure of a user. From this transaction's commit on, data of the user is refused. Repeating the call
   * has no effect.
   */
  async begin(tx: Tx, userId: number): Promise<void> {
    if (await insertErasedUser(tx, userId)) await this.data.begin?.(tx, userId);
    // A job of the service itself, because a job of the user would be erased.
    await enqueueJobOnce(tx, this.kind, { key: userId, userId: 0, payload: {} });
    this.wakeSoon();
  }

  /** Every table that is declared to have data of users, or none. */
  declaredTables(): string[] {
    const { others } = this.data;
    return [...this.tables.map(({ table }) => table), ...Object.keys({ ...others, ...PLATFORM_TABLES })];
  }

  async show(userIds: readonly number[]): Promise<ErasureStanding> {
    const { erased, rows } = await readErasedUsers(this.database, userIds);
    return { erased, rowsErased: rows };
  }

  /** Counts rows of the users in declared tables. @param tables by the names of the result */
  async countRows<Name extends string>(
    userIds: readonly number[],
    tables: Readonly<Record<Name, string>>,
  ): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const [name, wanted] of Object.entries<string>(tables)) {
      const declared = this.tables.find(({ table }) => table === wanted);
      if (!declared) throw new Error(`the table ${wanted} has no data of users`);
      counts[name] = 0;
      for (const id of userIds) counts[name] += await countRowsOf(this.database, declared, id);
    }
    return counts;
  }

  /**
   * Wakes the worker after the transaction of the request has probably ended; if it has not, the job begins within a
   * second.
   */
  private wakeSoon(): void {
    setTimeout(() => {
      this.jobs.wake();
      this.onBegun();
    }, WAIT_MS).unref();
  }

  async step(job: ErasureJob): Promise<Progress> {
    if (job.cursor && (await this.isOvertaken(job.cursor))) {
      await pause(WAIT_MS);
      return 'more';
    }
    const progress = await job.save((tx) => this.advance(tx, Number(job.key), job.cursor));
    reachFaultPoint('erasure.advanced');
    return progress;
  }

  /** Whether a transaction is open that may not have seen that the user was deleted. */
  private async isOvertaken({ olderThan }: Cursor): Promise<boolean> {
    const older = await this.database.query(
      `select 1 from pg_stat_activity
        where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
          and xact_start < $1::timestamptz limit 1`,
      [olderThan],
    );
    return older.length > 0;
  }

  private async advance(tx: Tx, userId: number, cursor: Cursor | null): Promise<Next<Cursor>> {
    if (!cursor) return { cursor: { olderThan: await timeOf(tx), wasClean: false } };
    const { olderThan, wasClean } = cursor;
    const rows = await this.eraseSome(tx, userId);
    if (rows > 0) {
      await addRowsErased(tx, userId, rows);
      return { cursor: { olderThan, wasClean: false } };
    }
    if (!wasClean) return { cursor: { olderThan: await timeOf(tx), wasClean: true } };
    // The erasure starts with the first table again afterwards.
    if (await this.isUnfinished(tx, userId)) {
      return { cursor: { olderThan, wasClean: false }, afterMs: UNFINISHED_MS };
    }
    await markErased(tx, userId);
    return 'done';
  }

  /** Deletes rows of the first table that still has some. @returns how many */
  private async eraseSome(tx: Tx, userId: number): Promise<number> {
    for (const { table, rowsOfUserSql, rowsOfErasedUserSql = rowsOfUserSql } of this.tables) {
      const rows = await tx.execute(
        // `ofErased` may not contain the user's id, but its parameter must be used.
        `delete from ${table} where ctid = any(array(
           select t.ctid from ${table} t where ${rowsOfErasedUserSql} limit ${ROWS_PER_STEP}))
           and $1::bigint is not null`,
        [userId],
      );
      if (rows > 0) return rows;
    }
    return 0;
  }

  private async isUnfinished(tx: Tx, userId: number): Promise<boolean> {
    if (this.data.unfinished === undefined) return false;
    return (await tx.query(`${this.data.unfinished} limit 1`, [userId])).length > 0;
  }
}

async function timeOf(tx: Tx): Promise<string> {
  const [row] = await tx.query<{ now: string }>('select clock_timestamp()::text as now');
  if (!row) throw new Error('the database gave no time');
  return row.now;
}
