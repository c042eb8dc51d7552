import { Worker, WorkerOptions } from './worker';

/** A worker that Nest starts and stops with the application. */
export abstract class BackgroundWorker {
  private readonly worker: Worker;

  constructor(options: Omit<WorkerOptions, 'round'>) {
    this.worker = new Worker({ ...options, round: (signal) => this.round(signal) });
  }

  onApplicationBootstrap(): void {
    this.worker.start();
  }

  /** Wakes the worker: there is work. */
  wake(): void {
    this.worker.wake();
  }

  /** Nest waits for one module after the other, so all workers begin to stop before it waits for the first. */
  onModuleDestroy(): void {
    void this.worker.stop();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.worker.stop();
  }

  /** Does one round of work. @returns whether there may be more immediately */
  protected abstract round(signal: AbortSignal): Promise<boolean>;
}
