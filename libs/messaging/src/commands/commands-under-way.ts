import { Batch, ReceivedMessage } from '../bus-engine';
import { Clock } from '../clock';

interface Begun {
  isDone: boolean;
  /** Time of its arrival, by the clock. */
  readonly sinceMs: number;
  /** Never rejects. */
  ended: Promise<void>;
}

/** A batch waits this long for its slowest command before the partition's next messages are read. */
const SLICE_MS = 20;

/**
 * Limits of unresolved messages. A bus delivers only a certain number of a partition, and no more until the first is
 * resolved; before that number is reached, slow commands let the others pass.
 */
const CROWD = { messages: 100, chars: 1024 * 1024 } as const;
const SLOW_MS = 1000;

/**
 * The running commands. A slow one does not block its partition: its batch is left unresolved, is delivered again
 * together with newer messages, and finds the slow one running. An offset is resolved when all before it are done, so
 * a crash repeats commands and never skips one. The exception is a slow command with too many messages behind it,
 * which lets them pass: a crash of this process loses it.
 */
export class CommandsUnderWay {
  private readonly byPosition = new Map<string, Begun>();
  /** The last command of each key. */
  private readonly lastOf = new Map<string, Promise<void>>();
  /** Commands that let others pass; the bus already regards them as done. */
  private readonly passed = new Set<Promise<void>>();

  /** @param run runs one command and sends its reply; if it throws, the command runs again when it is delivered again */
  constructor(
    private readonly run: (message: ReceivedMessage, batch: Batch) => Promise<void>,
    private readonly clock: Clock,
  ) {}

  /**
   * Starts the new commands of the batch, and resolves the finished ones at its beginning. @throws the error of a
   * command that failed meanwhile
   */
  async process(batch: Batch): Promise<void> {
    const failures: unknown[] = [];
    const begun = batch.messages.map((message) => this.begun(message, batch, failures));
    await this.slice(begun);
    if (batch.isStale()) return this.leave(batch, begun);
    this.resolve(batch, begun);
    if (failures.length > 0) throw failures[0];
  }

  /** Resolves when the commands have ended for which the bus does not wait. */
  async ended(): Promise<void> {
    await Promise.all(this.passed);
  }

  /** All that are done, up to the first that is not and lets no other pass. */
  private resolve(batch: Batch, begun: readonly Begun[]): void {
    const slowSinceMs = isCrowd(batch) ? this.clock.now() - SLOW_MS : Number.NEGATIVE_INFINITY;
    const open = begun.findIndex(({ isDone, sinceMs }) => !isDone && sinceMs > slowSinceMs);
    const count = open === -1 ? begun.length : open;
    const last = batch.messages[count - 1];
    if (last) batch.resolve(last);
    for (const message of batch.messages.slice(0, count)) this.byPosition.delete(positionOf(message));
    for (const { isDone, ended } of begun.slice(0, count)) if (!isDone) this.letPass(ended);
  }

  private letPass(ended: Promise<void>): void {
    this.passed.add(ended);
    void ended.then(() => this.passed.delete(ended));
  }

  private begun(message: ReceivedMessage, batch: Batch, failures: unknown[]): Begun {
    const position = positionOf(message);
    const known = this.byPosition.get(position);
    if (known) return known;
    const before = this.lastOf.get(message.key) ?? Promise.resolve();
    const begun: Begun = { isDone: false, sinceMs: this.clock.now(), ended: Promise.resolve() };
    begun.ended = before
      .then(() => this.attempt(message, batch))
      .then(
        (isDone) => (begun.isDone = isDone),
        (error: unknown) => failures.push(error),
      )
      .then(() => {
        if (!begun.isDone) this.byPosition.delete(position);
        if (this.lastOf.get(message.key) === begun.ended) this.lastOf.delete(message.key);
      });
    this.lastOf.set(message.key, begun.ended);
    this.byPosition.set(position, begun);
    return begun;
  }

  /** @returns false if another member has the partition by now; it gets the command, too */
  private async attempt(message: ReceivedMessage, batch: Batch): Promise<boolean> {
    if (batch.isStale()) return false;
    await this.run(message, batch);
    return true;
  }

  /** The partition moved, or the service stops, which waits for running commands. */
  private async leave(batch: Batch, begun: readonly Begun[]): Promise<void> {
    await Promise.all(begun.map(({ ended }) => ended));
    await this.ended();
    for (const message of batch.messages) this.byPosition.delete(positionOf(message));
  }

  private async slice(begun: readonly Begun[]): Promise<void> {
    const over = new AbortController();
    await Promise.race([
      Promise.all(begun.map(({ ended }) => ended)).then(() => over.abort()),
      this.clock.sleep(SLICE_MS, over.signal),
    ]);
  }
}

function isCrowd({ messages }: Batch): boolean {
  const chars = messages.reduce((sum, { value }) => sum + value.length, 0);
  return messages.length >= CROWD.messages || chars >= CROWD.chars;
}

function positionOf({ partition, offset }: ReceivedMessage): string {
  return `${partition}/${offset}`;
}
