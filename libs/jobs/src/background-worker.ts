import { Database } from '@tributary/persistence';
import { Worker, WorkerOptions } from './worker';

/** Database and tables whose commits wake a worker. */
export interface WorkSignals {
  readonly database: Pick<Database, 'signals'>;
  /** The tables whose commits may mean work; each has a trigger that signals them. */
  readonly tables: readonly string[];
}

/** A worker that Nest starts and stops with the application. */
export abstract class BackgroundWorker {
  private readonly worker: Worker;
  private readonly stopListening: (() => void)[] = [];

  /** @param signals absent: no commits signal its work */
  constructor(
    options: Omit<WorkerOptions, 'round' | 'dueInMs'>,
    private readonly signals?: WorkSignals,
  ) {
    this.worker = new Worker({
      ...options,
      round: (signal) => this.round(signal),
      dueInMs: () => this.dueInMs(),
    });
  }

  onApplicationBootstrap(): void {
    const { database, tables } = this.signals ?? { tables: [] };
    for (const table of tables) {
      const stop = database?.signals.on(table, () => this.notify());
      if (stop) this.stopListening.push(stop);
    }
    this.worker.start();
  }

  /** Begins a round at once, because there is work. */
  wake(): void {
    this.worker.wake();
  }

  /** Begins a round because there may be work, within the worker's spacing. */
  protected notify(): void {
    this.worker.notify();
  }

  /**
   * Stops the worker without waiting: Nest waits for one module after the other, and all workers should begin to stop
   * before it waits for the first.
   */
  onModuleDestroy(): void {
    void this.worker.stop();
  }

  beforeApplicationShutdown(): Promise<void> {
    for (const stop of this.stopListening.splice(0)) stop();
    return this.worker.stop();
  }

  /** Does one round of work. @returns whether there may be more immediately */
  protected abstract round(signal: AbortSignal): Promise<boolean>;

  /** Time until the next work is due; null: none is known. */
  protected dueInMs(): Promise<number | null> {
    return Promise.resolve(null);
  }
}
