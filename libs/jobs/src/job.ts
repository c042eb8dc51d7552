import type { Context } from '@opentelemetry/api';
import { Database, Tx } from '@tributary/persistence';
import { HeldLease, LeaseLostError } from './held-lease';
import { ClaimedJob, endJob, moveJob } from './jobs.store';

/** Position at which a job continues after a step, immediately or after a pause; or `done`. */
export type Next<Cursor> = { readonly cursor: Cursor; readonly afterMs?: number } | 'done';

/** Whether a job has more to do now. */
export type Progress = 'more' | 'later' | 'ended';

/** A kind of background work. Register it with the `JobRunner`. */
export interface JobKind<Payload = unknown, Cursor = unknown> {
  readonly kind: string;
  /** Jobs of the kind that one process runs at a time, one for each user; default: one. */
  readonly atOnce?: number;
  /** Failures of one step, except transient ones, after which the job fails; default: never. */
  readonly attemptsMax?: number;
  /** Does the job's next step. Slow work and calls to others happen before `job.save`. */
  step(job: Job<Payload, Cursor>): Promise<Progress>;
  /** Saves that the job has failed for good, in the transaction that ends it. */
  fail?(tx: Tx, job: Job<Payload, Cursor>, error: unknown): Promise<void>;
}

/** A job that this process has leased. */
export class Job<Payload, Cursor> {
  readonly kind: string;
  readonly key: string;
  readonly userId: number;
  readonly payload: Payload;
  readonly trace: Context;
  /** The position where the step begins; null at the beginning. */
  cursor: Cursor | null;
  /** Failures since the last step that was saved. */
  attempt: number;

  constructor(
    private readonly database: Database,
    claimed: ClaimedJob<Payload, Cursor>,
    readonly lease: HeldLease,
    /** Aborts when the process stops, or when another process has leased the job. */
    readonly signal: AbortSignal,
  ) {
    ({
      kind: this.kind,
      key: this.key,
      userId: this.userId,
      payload: this.payload,
      trace: this.trace,
      cursor: this.cursor,
      attempt: this.attempt,
    } = claimed);
  }

  /**
   * Runs the work and saves the job's position, in one transaction. The lease is checked at the end, so the work may
   * lock rows in the usual order.
   * @throws LeaseLostError after rolling everything back: another process has the job, or it ended or started over
   */
  async save(work: (tx: Tx) => Promise<Next<Cursor>>): Promise<Progress> {
    const save = (tx: Tx): Promise<Next<Cursor>> => this.saveWith(tx, work);
    const next = await this.lease.renewedBy(() => this.database.transaction(save));
    if (next === 'done') return 'ended';
    this.cursor = next.cursor;
    this.attempt = 0;
    return next.afterMs === undefined ? 'more' : 'later';
  }

  private async saveWith(tx: Tx, work: (tx: Tx) => Promise<Next<Cursor>>): Promise<Next<Cursor>> {
    const next = await work(tx);
    const isSaved =
      next === 'done'
        ? await endJob(tx, this.lease, 'DONE')
        : await moveJob(tx, this.lease, next, this.lease.leaseMs);
    if (!isSaved) throw this.leaseLost();
    return next;
  }

  /** Returns the error for the lost lease. */
  leaseLost(): LeaseLostError {
    return new LeaseLostError(this.lease, `${this.kind} ${this.key}`);
  }
}
