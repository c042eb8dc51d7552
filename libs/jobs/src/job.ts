import type { Context } from '@opentelemetry/api';
import { Database, TransientError, Tx } from '@tributary/persistence';
import { ClaimedJob, endJob, moveJob } from './job-store';

/** Where a job goes on after a step, at once or after a pause; or that it is done. */
export type Next<Cursor> = { readonly cursor: Cursor; readonly afterMs?: number } | 'done';

/** Whether a job has more to do now. */
export type Progress = 'more' | 'later' | 'ended';

/** One kind of work in the background. Registered with the `JobRunner`. */
export interface JobKind<Payload = unknown, Cursor = unknown> {
  readonly kind: string;
  /** Jobs of the kind that one process works on at a time, one for each user; one unless given. */
  readonly atOnce?: number;
  /** Failures of one step, other than transient ones, after which the job fails; never unless given. */
  readonly attemptsMax?: number;
  /** Does the job's next step. What takes long or calls others happens before `job.save`. */
  step(job: Job<Payload, Cursor>): Promise<Progress>;
  /** Saves that the job has failed for good, in the transaction that ends it. */
  fail?(tx: Tx, job: Job<Payload, Cursor>, error: unknown): Promise<void>;
}

/** The lease is gone: another process has the job, or it ended or began again meanwhile. Nothing was saved. */
export class JobLostError extends TransientError {
  constructor({ kind, key }: Pick<ClaimedJob, 'kind' | 'key'>) {
    super(`the lease of ${kind} ${key} was lost`);
  }
}

/** A job that this process holds the lease of. */
export class Job<Payload, Cursor> {
  readonly kind: string;
  readonly key: string;
  readonly userId: number;
  readonly payload: Payload;
  readonly trace: Context;
  /** Where the step begins; null at the beginning. */
  cursor: Cursor | null;
  /** Failures since the last step that was saved. */
  attempt: number;

  constructor(
    private readonly database: Database,
    readonly claim: ClaimedJob<Payload, Cursor>,
    private readonly leaseMs: number,
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
   * Runs the work and saves where the job goes on, in one transaction. The lease is checked at its end, so the work may
   * lock rows in the order that everyone does.
   * @throws JobLostError with everything taken back
   */
  async save(work: (tx: Tx) => Promise<Next<Cursor>>): Promise<Progress> {
    const next = await this.database.transaction(async (tx) => {
      const move = await work(tx);
      const isSaved =
        move === 'done'
          ? await endJob(tx, this.claim, 'DONE')
          : await moveJob(tx, this.claim, move, this.leaseMs);
      if (!isSaved) throw new JobLostError(this.claim);
      return move;
    });
    if (next === 'done') return 'ended';
    this.cursor = next.cursor;
    this.attempt = 0;
    return next.afterMs === undefined ? 'more' : 'later';
  }
}
