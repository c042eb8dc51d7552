import { Batch } from '../bus-engine';
import { Clock, monotonicClock } from '../clock';

/** Decides how the batches of a topic share transactions. */
export interface Sharing {
  /** Topics with the same group share transactions; null if each batch has a separate transaction. */
  readonly group: object | null;
  /** Whether a batch starts without waiting for batches of other topics. */
  readonly isPrompt: boolean;
}

export interface BatchQueueOptions {
  /** Maximum of simultaneous transactions. */
  readonly transactionsMax: number;
  /** A batch waits this long for others to share a transaction with. */
  readonly lingerMs: number;
  readonly sharingOf: (topic: string) => Sharing;
  readonly process: (batch: Batch) => Promise<void>;
  /** @returns false if nothing of them was stored */
  readonly processTogether: (batches: readonly Batch[]) => Promise<boolean>;
}

interface Waiting extends Sharing {
  readonly batch: Batch;
  readonly bytes: number;
  readonly sinceMs: number;
  readonly settle: (processed: void | Promise<void>) => void;
}

/** A batch of this size is worth a transaction: it does not wait for more. */
const ENOUGH_BYTES = 128 * 1024;
const BYTES_MAX = 2 * 1024 * 1024;

/**
 * Lets batches of several topics share a transaction. The events of one change arrive on many topics within
 * milliseconds, and the statements around a few rows cost more than the rows. A group has one transaction at a time,
 * and batches that arrive meanwhile share the next one; only a large batch, or one that has waited long enough, starts
 * another beside it.
 */
export class BatchQueue {
  private readonly waiting = new Set<Waiting>();
  /** The group of each running transaction. */
  private readonly running: (object | null)[] = [];
  private alarm = new AbortController();

  constructor(
    private readonly options: BatchQueueOptions,
    private readonly clock: Clock = monotonicClock,
  ) {}

  /** Resolves when the batch has been processed. */
  add(batch: Batch): Promise<void> {
    return new Promise((settle) => {
      const bytes = batch.messages.reduce((sum, { value }) => sum + value.length, 0);
      const sharing = this.options.sharingOf(batch.topic);
      this.waiting.add({ ...sharing, batch, bytes, sinceMs: this.clock.now(), settle });
      setImmediate(() => this.startDue()); // later in the event loop, after batches that arrive at the same moment
    });
  }

  private startDue(): void {
    this.alarm.abort();
    while (this.running.length < this.options.transactionsMax) {
      const due = [...this.waiting].find((one) => this.isDue(one));
      if (!due) return this.setAlarm();
      void this.start(due);
    }
  }

  private isDue(one: Waiting): boolean {
    if (one.group === null || this.clock.now() >= this.dueAtMs(one)) return true;
    if (one.isPrompt && !this.running.includes(one.group)) return true;
    return bytesOf(this.sharingWith(one)) >= ENOUGH_BYTES;
  }

  private dueAtMs({ sinceMs }: Waiting): number {
    return sinceMs + this.options.lingerMs;
  }

  private sharingWith(one: Waiting): Waiting[] {
    return one.group === null ? [one] : [...this.waiting].filter(({ group }) => group === one.group);
  }

  /** Sets a timer for the moment when the oldest batch has waited long enough. */
  private setAlarm(): void {
    const [oldest] = this.waiting;
    if (!oldest) return;
    const { signal } = (this.alarm = new AbortController());
    const ms = Math.max(1, this.dueAtMs(oldest) - this.clock.now());
    void this.clock.sleep(ms, signal).then(() => (signal.aborted ? undefined : this.startDue()));
  }

  private async start(due: Waiting): Promise<void> {
    const shared = upTo(BYTES_MAX, this.sharingWith(due));
    for (const one of shared) this.waiting.delete(one);
    this.running.push(due.group);
    await this.process(shared);
    this.running.splice(this.running.indexOf(due.group), 1);
    this.startDue();
  }

  /** Stores batches one by one if they cannot be stored together. Failures go to the sender of each batch. */
  private async process(shared: readonly Waiting[]): Promise<void> {
    const { process, processTogether } = this.options;
    const stored = shared.length > 1 && (await processTogether(shared.map(({ batch }) => batch)));
    for (const { batch, settle } of shared) {
      const processed = stored ? Promise.resolve() : process(batch);
      settle(processed);
      await processed.catch(() => undefined);
    }
  }
}

function upTo(bytesMax: number, waiting: readonly Waiting[]): readonly Waiting[] {
  let bytes = 0;
  const end = waiting.findIndex((one, index) => (bytes += one.bytes) > bytesMax && index > 0);
  return end === -1 ? waiting : waiting.slice(0, end);
}

function bytesOf(waiting: readonly Waiting[]): number {
  return waiting.reduce((sum, { bytes }) => sum + bytes, 0);
}
