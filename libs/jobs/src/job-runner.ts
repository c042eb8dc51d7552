import { backoff, Database, isTransient } from '@tributary/persistence';
import { claimLeases, LeaseLostError } from './held-lease';
import { Job, JobKind, Progress } from './job';
import { claimJob, endJob, JOB_LEASES, nextJobInMs, postponeJob } from './jobs.store';
import { LeaseKeeper } from './lease-keeper';
import { releaseLeases, renewLease, renewLeases } from './leases.store';
import { Worker } from './worker';

export interface JobRunnerOptions {
  /** A job is leased for this long to a process that stops renewing; the lease is renewed while the job runs. */
  readonly leaseMs: number;
  /** Interval at which an idle process searches for jobs without a notification; default: `NET_MS`. */
  readonly idleMs?: number;
  readonly onFailure: (what: string, error: unknown) => void;
}

/** A job runs for this long before the user who has waited longest gets a turn. */
const TURN_MS = 1000;
/** Minimum time between rounds after notifications: every step of a job notifies, and a busy process has its own wake-ups. */
const SPACING_MS = 500;
const BACKOFF = { firstMs: 200, factor: 2, maxMs: 10_000, jitter: 0 };

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
  private readonly leases: LeaseKeeper;
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
    this.leases = new LeaseKeeper({
      leaseMs: options.leaseMs,
      renew: (leases) => renewLeases(database, JOB_LEASES, leases),
      onFailure: (error) => options.onFailure('leases of jobs could not be renewed', error),
    });
  }

  /** Registers a kind. Call it before the application has started. */
  add(kind: JobKind): void {
    if (this.kinds.has(kind.kind)) throw new Error(`there are two kinds of jobs named ${kind.kind}`);
    this.kinds.set(kind.kind, kind);
  }

  onApplicationBootstrap(): void {
    if (this.kinds.size === 0) return;
    this.stopListening = this.database.signals.on('jobs', () => this.worker.notify());
    this.worker.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    this.stopListening();
    await this.worker.stop();
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
    const [claimed] = await claimLeases(leaseMs, () =>
      claimJob(this.database, kinds, [...this.underWay.values()], leaseMs),
    );
    return claimed ? new Job(this.database, ...claimed, AbortSignal.any([this.stopping.signal, lost])) : null;
  }

  private kindsWithFreeSlot(): string[] {
    const free = [...this.kinds.values()].filter(({ kind, atOnce = 1 }) => this.countOf(kind) < atOnce);
    return free.map(({ kind }) => kind);
  }

  /** Time until the next job. Jobs that wait for a slot here begin when the slot's job wakes the worker. */
  private dueInMs(): Promise<number | null> {
    return nextJobInMs(this.database, this.kindsWithFreeSlot(), [...this.underWay.values()]);
  }

  private countOf(kind: string): number {
    return [...this.underWay.values()].filter((job) => job.kind === kind).length;
  }

  private async round(): Promise<boolean> {
    await this.leases.renewDue();
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

  /** Works on a job; never rejects. */
  private async workOn(kind: JobKind, job: Job<unknown, unknown>, lost: AbortController): Promise<void> {
    const turn = () => this.runTurn(kind, job).catch((error: unknown) => this.failed(kind, job, error));
    await this.leases.during(job.lease, turn, () => lost.abort());
  }

  private async runTurn(kind: JobKind, job: Job<unknown, unknown>): Promise<void> {
    const turnEnds = performance.now() + TURN_MS;
    let progress: Progress = 'more';
    while (progress === 'more' && !job.signal.aborted && performance.now() < turnEnds) {
      await this.ensureHeld(job);
      progress = await kind.step(job);
    }
    if (progress === 'more') await releaseLeases(this.database, JOB_LEASES, [job.lease]);
  }

  /** Checks that the job's lease is still valid; a process that was paused may have lost it. @throws LeaseLostError */
  private async ensureHeld(job: Job<unknown, unknown>): Promise<void> {
    const { lease } = job;
    if (lease.isFresh()) return;
    await lease.renewedBy(async () => {
      if (!(await renewLease(this.database, JOB_LEASES, lease))) throw job.leaseLost();
    });
  }

  /** Saves a failure. Never rejects: if the failure cannot be saved either, the lease expires. */
  private async failed(kind: JobKind, job: Job<unknown, unknown>, error: unknown): Promise<void> {
    if (error instanceof LeaseLostError && error.lease === job.lease) return; // not that of a row it works on
    const attempt = job.attempt + 1;
    const isFinal = !isTransient(error) && attempt >= (kind.attemptsMax ?? Infinity);
    const then = isFinal ? 'failed' : 'failed and will be tried again';
    this.options.onFailure(`${job.kind} ${job.key} ${then}`, error);
    try {
      if (isFinal) await this.end(kind, job, error);
      else await postponeJob(this.database, job.lease, backoff(attempt, BACKOFF));
    } catch (again) {
      this.options.onFailure(`${job.kind} ${job.key}: its failure could not be saved`, again);
    }
  }

  private end(kind: JobKind, job: Job<unknown, unknown>, error: unknown): Promise<void> {
    return this.database.transaction(async (tx) => {
      await kind.fail?.(tx, job, error);
      if (!(await endJob(tx, job.lease, 'FAILED'))) throw job.leaseLost();
    });
  }
}
