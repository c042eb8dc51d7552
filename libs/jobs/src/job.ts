import type { Context } from '@opentelemetry/api';
import { Database, TransientError, Tx } from '@tributary/persistence';
import { HeldLease, momentNow } from './held-lease';
import { ClaimedJob, endJob, moveJob } from './jobs.store';

/** Position at which a job continues after a step, immediately or after a pause; or `done`. */
export type Next<Cursor> = { readonly cursor: Cursor; readonly afterMs?: number } | 'done';

/** Whether a job has more to do now. */
export type Progress = 'more' | 'later' | 'ended';

/** One kind of background work. Register it with the `JobRunner`. */
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

/** The lease was lost: another process has the job, or it ended or started over meanwhile. Nothing was saved. */
export class JobLostError extends TransientError {
  constructor({ kind, key }: Pick<ClaimedJob, 'kind' | 'key'>) {
    super(`the lease of ${kind} ${key} was lost`);
  }
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
    readonly claim: ClaimedJob<Payload, Cursor>,
    readonly lease: HeldLease,
    /** Aborts when the process stops, or another one has the job. */
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
    } = claim);
  }

  /**
   * Runs the work and saves the job's position, in one transaction. The lease is checked at the end, so the work may
   * lock rows in the usual order.
   * @throws JobLostError after rolling everything back
   */
  async save(work: (tx: Tx) => Promise<Next<Cursor>>): Promise<Progress> {
    const asked = momentNow();
    const next = await this.database.transaction(async (tx) => {
      const move = await work(tx);
      const isSaved =
        move === 'done'
          ? await endJob(tx, this.claim, 'DONE')
          : await moveJob(tx, this.claim, move, this.lease.leaseMs);
      if (!isSaved) throw new JobLostError(this.claim);
      return move;
    });
    if (next === 'done') return 'ended';
    this.lease.renewed(asked);
    this.cursor = next.cursor;
    this.attempt = 0;
    return next.afterMs === undefined ? 'more' : 'later';
  }
}
