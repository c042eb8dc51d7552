import { reachFaultPoint } from '@tributary/messaging';
import { Database, Tx } from '@tributary/persistence';
import { Worker } from '@tributary/jobs';
import { BUS_TABLES, PLATFORM_TABLES, UserData, UserTable } from './user-data';

const IDLE_MS = 1000;
/** While transactions of before are still open. */
const WAIT_MS = 20;
const ROWS_PER_ROUND = 5000;

/** How far the erasure of some users is in this service. */
export interface ErasureStanding {
  readonly erased: number;
  readonly rowsErased: number;
}

interface Taken {
  readonly user_id: number;
  readonly was_clean: boolean;
  readonly is_seen: boolean;
  readonly is_overtaken: boolean;
}

/**
 * Erases users from the service's schema, in the background and piece by piece, so that a crash costs a piece. Once it
 * has begun nothing new is taken of them; what was taken by transactions under way at that time is waited for. A user
 * counts as erased when two passes, one after the other, have found nothing.
 */
export class UserErasures {
  private readonly worker: Worker;
  private readonly tables: readonly UserTable[];
  private onBegun: () => void = () => undefined;

  constructor(
    private readonly database: Database,
    private readonly data: UserData,
    onFailure: (error: unknown) => void,
  ) {
    this.tables = [...data.tables, ...BUS_TABLES];
    this.worker = new Worker({
      name: 'user erasures',
      round: () => this.round(),
      idleMs: IDLE_MS,
      onFailure,
    });
  }

  onApplicationBootstrap(): void {
    this.worker.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.worker.stop();
  }

  /** Is told of each erasure that begins here: there may be something to end outside. */
  whenBegun(listener: () => void): void {
    this.onBegun = listener;
  }

  /** Nothing is taken of the user from this transaction's commit on. Again: no effect. */
  async begin(tx: Tx, userId: number): Promise<void> {
    const begun = await tx.execute('insert into erased_users (user_id) values ($1) on conflict do nothing', [
      userId,
    ]);
    if (begun > 0) await this.data.begin?.(tx, userId);
    this.wakeSoon();
  }

  /** Every table that is known to have something of users, or not to. */
  declaredTables(): string[] {
    const { others } = this.data;
    return [...this.tables.map(({ table }) => table), ...Object.keys({ ...others, ...PLATFORM_TABLES })];
  }

  async show(userIds: readonly number[]): Promise<ErasureStanding> {
    const [row] = await this.database.query<{ erased: number; rows: number }>(
      `select count(erased_at) as erased, coalesce(sum(rows_erased), 0)::bigint as rows
         from erased_users where user_id = any($1::bigint[])`,
      [userIds],
    );
    return { erased: row?.erased ?? 0, rowsErased: row?.rows ?? 0 };
  }

  /** The transaction that began it ends in a moment; what is missed now is found within a second. */
  private wakeSoon(): void {
    setTimeout(() => {
      this.worker.wake();
      this.onBegun();
    }, WAIT_MS).unref();
  }

  private async round(): Promise<boolean> {
    const outcome = await this.database.transaction((tx) => this.work(tx));
    if (outcome === 'nothing to do') return false;
    if (outcome === 'waiting') await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    else reachFaultPoint('erasure.advanced');
    return true;
  }

  /** One piece of the work for one user, whose row stays locked meanwhile: no two instances work for the same. */
  private async work(tx: Tx): Promise<'nothing to do' | 'waiting' | 'worked'> {
    const [taken] = await tx.query<Taken>(
      `select user_id, was_clean, older_than is not null as is_seen,
              coalesce(exists (select 1 from pg_stat_activity a
                                where a.datname = current_database() and a.usename = current_user
                                  and a.pid <> pg_backend_pid() and a.xact_start < e.older_than), false) as is_overtaken
         from erased_users e
        where erased_at is null and next_look_at <= clock_timestamp()
        order by user_id limit 1 for update skip locked`,
    );
    if (!taken) return 'nothing to do';
    if (!taken.is_seen) return this.note(tx, taken, 'older_than = clock_timestamp()');
    if (taken.is_overtaken) return 'waiting';
    const rows = await this.eraseSome(tx, taken.user_id);
    if (rows > 0) return this.note(tx, taken, `was_clean = false, rows_erased = rows_erased + ${rows}`);
    if (!taken.was_clean) return this.note(tx, taken, 'was_clean = true, older_than = clock_timestamp()');
    if (await this.isUnfinished(tx, taken.user_id)) {
      // Everything is looked through again afterwards.
      return this.note(
        tx,
        taken,
        `was_clean = false, next_look_at = clock_timestamp() + interval '1 second'`,
      );
    }
    return this.note(tx, taken, 'erased_at = clock_timestamp()');
  }

  private async note(tx: Tx, { user_id: userId }: Taken, change: string): Promise<'worked'> {
    await tx.execute(`update erased_users set ${change} where user_id = $1`, [userId]);
    return 'worked';
  }

  /** From the first table that still has rows. @returns how many */
  private async eraseSome(tx: Tx, userId: number): Promise<number> {
    for (const { table, of, ofErased = of } of this.tables) {
      const rows = await tx.execute(
        // What a table goes by once the erasure has begun may be without the user: its number has to be used all the same.
        `delete from ${table} where ctid = any(array(
           select t.ctid from ${table} t where ${ofErased} limit ${ROWS_PER_ROUND}))
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
