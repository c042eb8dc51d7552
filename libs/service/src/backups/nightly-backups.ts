import { nextBackupAt, TimeOfDay } from './backup-schedule';

/** A machine may sleep, or its clock be set: timers alone would wake too late. */
const LOOK_EVERY_MS = 60_000;

export interface NightlyOptions {
  readonly at: TimeOfDay;
  /** Reads the time of the newest backup of the folder. */
  readonly newest: () => Promise<Date | null>;
  /** Makes one. @returns when */
  readonly make: () => Promise<Date>;
  readonly onFailure: (error: unknown) => void;
  /** The clock; tests set it. */
  readonly now?: () => Date;
  readonly lookEveryMs?: number;
}

/** Makes a backup every night, one at a time. */
export class NightlyBackups {
  private readonly now: () => Date;
  private readonly startedAt: Date;
  private newest: Date | null = null;
  private failedAt: Date | null = null;
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;

  constructor(private readonly options: NightlyOptions) {
    this.now = options.now ?? (() => new Date());
    this.startedAt = this.now();
  }

  async start(): Promise<void> {
    this.newest = await this.options.newest();
    this.timer = setInterval(() => this.check(), this.options.lookEveryMs ?? LOOK_EVERY_MS);
  }

  /** Waits for a running backup. */
  async stop(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    await this.running;
  }

  private check(): void {
    const { at } = this.options;
    const { startedAt, newest, failedAt, running } = this;
    const now = this.now();
    if (running !== null || now < nextBackupAt({ at, startedAt, newest, failedAt }, now)) return;
    this.running = this.make().finally(() => (this.running = null));
  }

  private async make(): Promise<void> {
    try {
      this.newest = await this.options.make();
      this.failedAt = null;
    } catch (error) {
      this.failedAt = this.now();
      this.options.onFailure(error);
    }
  }
}
