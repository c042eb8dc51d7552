import { Database, isTransient } from '@tributary/persistence';
import { Job, JobKind, JobLostError, Progress } from './job';
import { claimJob, endJob, nextJobInMs, pruneJobs, releaseJob, renewJob } from './job-store';
import { Worker } from './worker';

export interface JobRunnerOptions {
  /** How long a job stays with a silent process; it is renewed three times as often. */
  readonly leaseMs: number;
  /** How often an idle process looks for jobs that it was not notified of; default: `NET_MS`. */
  readonly idleMs?: number;
  readonly onFailure: (what: string, error: unknown) => void;
}

/** How long a job runs before the user who waits longest gets a turn. */
const TURN_MS = 1000;
/** Every step of a job notifies, and a busy process has its own wake-ups. */
const SPACING_MS = 500;
const PAUSE_MS_MAX = 10_000;
const KEPT_DAYS = 7;
const PRUNE_EVERY_MS = 10 * 60 * 1000;
const PRUNE_MAX = 2000;

/**
 * Runs the jobs of the service's schema, step by step. If a process dies, another one continues after the last saved
 * step.
 */
export class JobRunner {
  private readonly kinds = new Map<string, JobKind>();
  /** The jobs that run here. */
  private readonly underWay = new Map<Promise<void>, Job<unknown, unknown>>();
  private readonly stopping = new AbortController();
  private readonly worker: Worker;
  private readonly pruning: Worker;
  private stopListening: () => void = () => undefined;

  constructor(
    private readonly database: Database,
    private readonly options: JobRunnerOptions,
  ) {
    this.worker = new Worker({
      name: 'jobs',
      idleMs: options.idleMs,
      spacingMs: SPACING_MS,
      round: () => this.round(),
      dueInMs: () => this.dueInMs(),
      onFailure: (error) => options.onFailure('jobs could not be claimed', error),
    });
    this.pruning = new Worker({
      name: 'job retention',
      idleMs: PRUNE_EVERY_MS,
      round: async () => (await pruneJobs(database, KEPT_DAYS, PRUNE_MAX)) === PRUNE_MAX,
      onFailure: (error) => options.onFailure('forgetting old jobs failed', error),
    });
  }

  /** To be called before the application has started. */
  add(kind: JobKind): void {
    if (this.kinds.has(kind.kind)) throw new Error(`there are two kinds of jobs named ${kind.kind}`);
    this.kinds.set(kind.kind, kind);
  }

  onApplicationBootstrap(): void {
    if (this.kinds.size === 0) return;
    this.stopListening = this.database.signals.on('jobs', () => this.worker.notify());
    this.worker.start();
    this.pruning.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    this.stopListening();
    await Promise.all([this.worker.stop(), this.pruning.stop()]);
    await Promise.all(this.underWay.keys());
  }

  /** A job was created. */
  wake(): void {
    this.worker.wake();
  }

  /**
   * Claims the next job of the kinds with a free slot; null if there is none. A user has at most one slot of a kind, so
   * that a user whose own server hangs does not block the others.
   */
  async claim(lost: AbortSignal = new AbortController().signal): Promise<Job<unknown, unknown> | null> {
    const kinds = this.kindsWithFreeSlot();
    if (kinds.length === 0) return null;
    const { leaseMs } = this.options;
    const claimed = await claimJob(this.database, kinds, [...this.underWay.values()], leaseMs);
    const signal = AbortSignal.any([this.stopping.signal, lost]);
    return claimed && new Job(this.database, claimed, leaseMs, signal);
  }

  private kindsWithFreeSlot(): string[] {
    const free = [...this.kinds.values()].filter(({ kind, atOnce = 1 }) => this.countOf(kind) < atOnce);
    return free.map(({ kind }) => kind);
  }

  /** Jobs that wait for a slot here begin when the slot's job wakes the worker. */
  private dueInMs(): Promise<number | null> {
    return nextJobInMs(this.database, this.kindsWithFreeSlot(), [...this.underWay.values()]);
  }

  private countOf(kind: string): number {
    return [...this.underWay.values()].filter((job) => job.kind === kind).length;
  }

  private async round(): Promise<boolean> {
    const lost = new AbortController();
    const job = await this.claim(lost.signal);
    const kind = job && this.kinds.get(job.kind);
    if (!kind) return false;
    const work = this.workOn(kind, job, lost).finally(() => {
      this.underWay.delete(work);
      this.worker.wake();
    });
    this.underWay.set(work, job);
    return true;
  }

  /** Never rejects. */
  private async workOn(kind: JobKind, job: Job<unknown, unknown>, lost: AbortController): Promise<void> {
    const renewing = setInterval(() => void this.renew(job, lost), this.options.leaseMs / 3);
    try {
      await this.runTurn(kind, job);
    } catch (error) {
      await this.failed(kind, job, error);
    } finally {
      clearInterval(renewing);
    }
  }

  private async runTurn(kind: JobKind, job: Job<unknown, unknown>): Promise<void> {
    const turnEnds = performance.now() + TURN_MS;
    let progress: Progress = 'more';
    while (progress === 'more' && !job.signal.aborted && performance.now() < turnEnds) {
      progress = await kind.step(job);
    }
    if (progress === 'more') await releaseJob(this.database, job.claim);
  }

  /** Never rejects: the next renewal tries again, and without one another process takes over. */
  private async renew(job: Job<unknown, unknown>, lost: AbortController): Promise<void> {
    try {
      if (!(await renewJob(this.database, job.claim, this.options.leaseMs))) lost.abort();
    } catch (error) {
      this.options.onFailure(`${job.kind} ${job.key}: the lease could not be renewed`, error);
    }
  }

  /** Never rejects: if the failure cannot be saved either, the lease expires. */
  private async failed(kind: JobKind, job: Job<unknown, unknown>, error: unknown): Promise<void> {
    if (error instanceof JobLostError) return;
    const attempt = job.attempt + 1;
    const isFinal = !isTransient(error) && attempt >= (kind.attemptsMax ?? Infinity);
    const then = isFinal ? 'failed' : 'failed and will be tried again';
    this.options.onFailure(`${job.kind} ${job.key} ${then}`, error);
    try {
      if (isFinal) await this.end(kind, job, error);
      else
        await releaseJob(this.database, job.claim, { pauseMs: Math.min(PAUSE_MS_MAX, 100 * 2 ** attempt) });
    } catch (again) {
      this.options.onFailure(`${job.kind} ${job.key}: its failure could not be saved`, again);
    }
  }

  private end(kind: JobKind, job: Job<unknown, unknown>, error: unknown): Promise<void> {
    return this.database.transaction(async (tx) => {
      await kind.fail?.(tx, job, error);
      if (!(await endJob(tx, job.claim, 'FAILED'))) throw new JobLostError(job.claim);
    });
  }
}
