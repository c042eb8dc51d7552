import { TransientError } from '@tributary/persistence';
import { Request, RuleWorker, WorkerLimits } from './rule-worker';
import { TaskName, Tasks } from './tasks';

export interface PoolOptions extends WorkerLimits {
  /** The number of threads. */
  readonly workers: number;
  /** Jobs of one share that may wait; further ones are rejected. */
  readonly waitingMax: number;
  /** The time after which an idle thread ends. */
  readonly idleMs: number;
}

/** Too many jobs of one share are waiting. */
export class ShareBusyError extends Error {
  override readonly name = 'ShareBusyError';
}

interface Waiting {
  readonly share: string | null;
  readonly start: (worker: RuleWorker) => Promise<void>;
  readonly refuse: (error: Error) => void;
}

/**
 * A pool of threads for rules. Jobs of one share (a user's batches, for example) use one thread at a time, so that slow
 * rules delay only their own user; jobs for several users (null) use any thread. Threads start on demand and end when
 * they are idle.
 */
export class WorkerPool {
  private readonly idle: { readonly worker: RuleWorker; readonly timer: NodeJS.Timeout }[] = [];
  private readonly busy = new Map<RuleWorker, string | null>();
  private waiting: Waiting[] = [];
  private closed = false;

  constructor(private readonly options: PoolOptions) {}

  /**
   * Runs a task.
   * @throws RuleEndedError if the job exceeded a limit
   * @throws ShareBusyError
   * @throws TransientError if the pool is closing or closed
   */
  run<Name extends TaskName>(share: string | null, request: Request<Name>): Promise<Tasks[Name]['result']> {
    return new Promise((resolve, reject) => {
      if (this.closed) return reject(closing());
      if (share !== null && this.waitingOf(share) >= this.options.waitingMax) {
        return reject(new ShareBusyError('too many jobs of one share are waiting'));
      }
      // A thread that was terminated because the pool closed is not a failure.
      const refuse = (error: Error) => reject(this.closed ? closing() : error);
      const start = (worker: RuleWorker) => worker.run(request).then(resolve, refuse);
      this.waiting.push({ share, start, refuse: reject });
      this.startNext();
    });
  }

  /** Starts a thread before the first job arrives. */
  warm(): void {
    this.addIdle(new RuleWorker(this.options));
  }

  /** Terminates all threads immediately. */
  close(): void {
    this.closed = true;
    for (const { refuse } of this.waiting.splice(0)) refuse(closing());
    for (const worker of this.busy.keys()) worker.end('died');
    for (const { worker, timer } of this.idle.splice(0)) {
      clearTimeout(timer);
      worker.end('died');
    }
  }

  private waitingOf(share: string): number {
    return this.waiting.filter((one) => one.share === share).length;
  }

  private startNext(): void {
    while (this.busy.size < this.options.workers) {
      const index = this.waiting.findIndex(({ share }) => share === null || !this.isServed(share));
      const [next] = index === -1 ? [] : this.waiting.splice(index, 1);
      if (!next) return;
      const worker = this.claimIdle() ?? new RuleWorker(this.options);
      this.busy.set(worker, next.share);
      void next.start(worker).finally(() => this.release(worker));
    }
  }

  private isServed(share: string): boolean {
    return [...this.busy.values()].includes(share);
  }

  private claimIdle(): RuleWorker | null {
    const last = this.idle.pop();
    if (!last) return null;
    clearTimeout(last.timer);
    return last.worker.isDead ? this.claimIdle() : last.worker;
  }

  private release(worker: RuleWorker): void {
    this.busy.delete(worker);
    if (this.closed) worker.end('died');
    else this.addIdle(worker.isDead ? new RuleWorker(this.options) : worker); // starting is slow, so it begins immediately
    this.startNext();
  }

  private addIdle(worker: RuleWorker): void {
    const timer = setTimeout(() => {
      this.idle.splice(
        this.idle.findIndex((one) => one.worker === worker),
        1,
      );
      worker.end('died');
    }, this.options.idleMs).unref();
    this.idle.push({ worker, timer });
  }
}

function closing(): TransientError {
  return new TransientError('the service is ending: rules run no more');
}
