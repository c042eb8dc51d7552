import { RetryWindows } from './retry-windows';
import type { SandboxClock } from './sandbox-clock';
import { Store } from './store';

export interface CompanySetting {
  readonly clock: SandboxClock;
  readonly dataDir?: string;
}

/** The memory of a company. A subclass declares its events and tables as fields, and replays them in its constructor. */
export abstract class Company {
  readonly clock: SandboxClock;
  readonly retryWindows: RetryWindows;
  protected readonly now: () => number;
  protected readonly store: Store;

  constructor(name: string, { clock, dataDir }: CompanySetting) {
    this.clock = clock;
    this.now = () => clock.now();
    this.retryWindows = new RetryWindows(this.now);
    this.store = new Store(dataDir, name);
  }

  close(): void {
    this.store.close();
  }
}
