import { BusEngine } from '../bus-engine';
import { Clock, systemClock } from '../clock';
import { reachFaultPoint } from '../fault-points';
import { OutboxMessage, OutboxStore } from './outbox-store';

/** A relay's pace; the defaults suit production. */
export interface RelayOptions {
  readonly batchBytes: number;
  /** How often an idle relay looks without having been notified: only for lost notifications. */
  readonly pollMs: number;
  readonly leaseMs: number;
  /** What is committed within this time after a read is read together; the first after a silence does not wait. */
  readonly gatherMs: number;
  readonly onFailure: (error: unknown) => void;
}

const DEFAULTS: RelayOptions = {
  batchBytes: 4 * 1024 * 1024,
  pollMs: 30_000,
  leaseMs: 12_000,
  gatherMs: 0,
  onFailure: () => undefined,
};

const BACKOFF_MS_MAX = 5000;

/**
 * Publishes a schema's outbox to the bus. One relay at a time holds the schema's lease, so messages of one key are
 * published in the order of their commits. A relay that lost its lease can no longer delete, and consumers ignore by
 * version what it may have published again. No database transaction is open while it waits.
 */
export class OutboxRelay {
  private readonly options: RelayOptions;
  private readonly stopping = new AbortController();
  private readonly underWay = new Set<number>();
  private readonly publishes = new Set<Promise<void>>();
  private taken: number[] = [];
  private lease: { fence: number; validUntil: number } | null = null;
  private wake: () => void = () => undefined;
  private woken = false;
  /** It has read all there was, and lets more come together until then. */
  private gathersUntilMs = Number.NEGATIVE_INFINITY;
  private released = false;
  private failure: unknown = null;
  private running: Promise<void> | null = null;

  constructor(
    private readonly store: OutboxStore,
    private readonly engine: Pick<BusEngine, 'publish' | 'publishing'>,
    options: Partial<RelayOptions> = {},
    private readonly clock: Clock = systemClock,
  ) {
    this.options = { ...DEFAULTS, ...options };
  }

  start(): void {
    this.running ??= this.run();
  }

  /** Wakes the relay: events were committed. */
  notify(): void {
    this.woken = true;
    this.wake();
  }

  /** Wakes the relay if it waits for another one's lease, which was released. */
  leaseReleased(): void {
    this.released = true;
    this.notify();
  }

  /** Stops reading, waits for running publishes, deletes published messages, and releases the lease. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.wake();
    await this.running;
  }

  private async run(): Promise<void> {
    let failures = 0;
    while (!this.stopping.signal.aborted) {
      try {
        await this.round();
        failures = 0;
      } catch (error) {
        this.options.onFailure(error);
        await this.abandon();
        failures += 1;
        await this.clock.sleep(Math.min(BACKOFF_MS_MAX, 50 * 2 ** failures), this.stopping.signal);
      }
    }
    await this.finish();
  }

  /** One round: start possible publishes, delete published messages, else wait. */
  private async round(): Promise<void> {
    this.woken = false;
    this.released = false;
    if (!(await this.holdLease())) return this.waitForLease();
    this.throwFailure();
    const { batchSize, inFlightMax } = this.engine.publishing;
    const limit = this.publishes.size < inFlightMax ? batchSize : 0;
    const beganAtMs = this.clock.now();
    const messages = await this.next(limit);
    if (!this.lease) return; // lost while deleting
    const batch = withinBytes(messages, this.options.batchBytes);
    if (batch.length > 0) this.publish(batch);
    // Fewer than asked for were all: later commits and the ends of publishes wake it, also those since the read began.
    const mayHaveMore = batch.length > 0 && (batch.length < messages.length || messages.length === limit);
    if (limit > 0) this.gathersUntilMs = mayHaveMore ? beganAtMs : beganAtMs + this.options.gatherMs;
    if (!mayHaveMore) await this.waitAWhile();
  }

  /** The next messages to publish; deletes what was published. */
  private async next(limit: number): Promise<readonly OutboxMessage[]> {
    if (this.taken.length > 0) return this.deleteTaken(limit);
    return limit === 0 ? [] : this.store.read(limit, [...this.underWay]);
  }

  private publish(batch: readonly OutboxMessage[]): void {
    for (const message of batch) this.underWay.add(message.id);
    const publish = this.engine
      .publish(batch.map(({ topic, key, value, headers }) => ({ topic, key, value, headers })))
      .then(
        () => {
          reachFaultPoint('outbox.published');
          for (const message of batch) this.taken.push(message.id);
        },
        (error: unknown) => {
          this.failure = error;
        },
      )
      .finally(() => {
        for (const message of batch) this.underWay.delete(message.id);
        this.publishes.delete(publish);
        this.notify();
      });
    this.publishes.add(publish);
  }

  /** @returns the next messages, read in the same statement */
  private async deleteTaken(limit: number): Promise<readonly OutboxMessage[]> {
    if (this.taken.length === 0 || !this.lease) return [];
    const ids = [...this.taken];
    // Published while the statement runs: not deleted by it, and not to be published again.
    const others = [...this.underWay];
    const { held, messages } = await this.store.deleteAndRead(ids, this.lease.fence, limit, others);
    this.taken = this.taken.filter((id) => !ids.includes(id));
    if (held) return messages;
    this.lease = null;
    return [];
  }

  private async holdLease(): Promise<boolean> {
    const now = this.clock.now();
    if (this.lease && this.lease.validUntil - now > this.options.leaseMs / 2) return true;
    const { leaseMs } = this.options;
    const fence = await this.store.holdLease(this.lease?.fence ?? null, leaseMs);
    // Counted from before the query, so that this side never assumes the lease for longer than the database does.
    this.lease = fence === null ? null : { fence, validUntil: now + leaseMs };
    return this.lease !== null;
  }

  private throwFailure(): void {
    if (this.failure === null) return;
    const failure = this.failure;
    this.failure = null;
    throw failure instanceof Error ? failure : new Error('publishing failed', { cause: failure });
  }

  /** Until the other relay's lease ends; what is committed meanwhile is published by that relay. */
  private async waitForLease(): Promise<void> {
    const endsInMs = 1 + Math.ceil(await this.store.leaseEndsInMs());
    if (!this.released) await this.wait(endsInMs, () => this.released);
  }

  /** While a publish is under way the lease must be renewed. */
  private async waitAWhile(): Promise<void> {
    const { leaseMs, pollMs } = this.options;
    if (!this.woken && this.taken.length === 0) {
      await this.wait(this.publishes.size > 0 ? Math.min(pollMs, leaseMs / 3) : pollMs, () => true);
    }
    const gathersForMs = Math.min(this.options.gatherMs, this.gathersUntilMs - this.clock.now());
    if (gathersForMs > 0) await this.clock.sleep(gathersForMs, this.stopping.signal);
  }

  /** Until the time is over or the relay stops, or it is woken and may end the wait. */
  private async wait(forMs: number, mayEnd: () => boolean): Promise<void> {
    const waiting = new AbortController();
    this.wake = () => {
      if (mayEnd() || this.stopping.signal.aborted) waiting.abort();
    };
    if (this.stopping.signal.aborted) return;
    await this.clock.sleep(forMs, waiting.signal);
    this.wake = () => undefined;
  }

  /** After a failure: let every publish end, so that the retry starts from the oldest message. */
  private async abandon(): Promise<void> {
    await Promise.allSettled([...this.publishes]);
    this.failure = null;
  }

  private async finish(): Promise<void> {
    await Promise.allSettled([...this.publishes]);
    this.failure = null;
    try {
      await this.deleteTaken(0);
      if (this.lease) await this.store.releaseLease(this.lease.fence);
    } catch (error) {
      this.options.onFailure(error); // the lease expires by itself; what stays is sent again
    }
  }
}

function withinBytes(messages: readonly OutboxMessage[], bytesMax: number): readonly OutboxMessage[] {
  let bytes = 0;
  const end = messages.findIndex((message, index) => (bytes += message.value.length) > bytesMax && index > 0);
  return end === -1 ? messages : messages.slice(0, end);
}
