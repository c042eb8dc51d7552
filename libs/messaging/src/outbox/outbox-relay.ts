import { backoff } from '@tributary/persistence';
import { BusEngine } from '../bus-engine';
import { Clock, systemClock } from '../clock';
import { reachFaultPoint } from '../fault-points';
import { OutboxMessage, OutboxStore } from './outbox.store';

/** A relay's pace; the defaults suit production. */
export interface RelayOptions {
  readonly batchBytes: number;
  /** Interval at which an idle relay reads without a notification, in case a notification was lost. */
  readonly pollMs: number;
  readonly leaseMs: number;
  /** Messages that are committed within this time after a read are read together; the first after a silence does not wait. */
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

const BACKOFF = { firstMs: 100, factor: 2, maxMs: 5000, jitter: 0 };

/**
 * Publishes a schema's outbox to the bus. One relay at a time has the schema's lease, so messages of one key are
 * published in the order of their commits. A relay that lost its lease can no longer delete, and consumers ignore by
 * version the messages that it may have published again. No database transaction is open while it waits.
 */
export class OutboxRelay {
  private readonly options: RelayOptions;
  private readonly stopping = new AbortController();
  private readonly underWay = new Set<number>();
  private readonly publishes = new Set<Promise<void>>();
  private publishedIds: number[] = [];
  private lease: { fence: number; validUntil: number } | null = null;
  private wake: () => void = () => undefined;
  private woken = false;
  /** Time until which new messages gather before the relay publishes them; set after a read of all messages. */
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

  /** Wakes the relay, because events were committed. */
  notify(): void {
    this.woken = true;
    this.wake();
  }

  /** Wakes the relay if it waits for the lease of another relay, which was released. */
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
        await this.clock.sleep(backoff(failures, BACKOFF), this.stopping.signal);
      }
    }
    await this.finish();
  }

  /** Runs a round: starts the possible publishes, deletes published messages, and waits if there was neither. */
  private async round(): Promise<void> {
    this.woken = false;
    this.released = false;
    if (!(await this.holdLease())) return this.waitForLease();
    this.throwFailure();
    const { batchSize, inFlightMax } = this.engine.publishing;
    const limit = this.publishes.size < inFlightMax ? batchSize : 0;
    const beganAtMs = this.clock.now();
    const messages = await this.next(limit);
    if (!this.lease) return; // the lease was lost while deleting
    const batch = withinBytes(messages, this.options.batchBytes);
    if (batch.length > 0) this.publish(batch);
    // A read of fewer than the limit was complete: later commits and the ends of publishes wake the relay, also those
    // since the read began.
    const mayHaveMore = batch.length > 0 && (batch.length < messages.length || messages.length === limit);
    if (limit > 0) this.gathersUntilMs = mayHaveMore ? beganAtMs : beganAtMs + this.options.gatherMs;
    if (!mayHaveMore) await this.waitAWhile();
  }

  /** The next messages to publish; deletes the published ones. */
  private async next(limit: number): Promise<readonly OutboxMessage[]> {
    if (this.publishedIds.length > 0) return this.deleteTaken(limit);
    return limit === 0 ? [] : this.store.read(limit, [...this.underWay]);
  }

  private publish(batch: readonly OutboxMessage[]): void {
    for (const message of batch) this.underWay.add(message.id);
    const publish = this.engine
      .publish(batch.map(({ topic, key, value, headers }) => ({ topic, key, value, headers })))
      .then(
        () => {
          reachFaultPoint('outbox.published');
          for (const message of batch) this.publishedIds.push(message.id);
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
    if (this.publishedIds.length === 0 || !this.lease) return [];
    const ids = [...this.publishedIds];
    // Messages whose publish ends while the statement runs: it does not delete them, and they must not be published
    // again.
    const others = [...this.underWay];
    const { held, messages } = await this.store.deleteAndRead(ids, this.lease.fence, limit, others);
    this.publishedIds = this.publishedIds.filter((id) => !ids.includes(id));
    if (held) return messages;
    this.lease = null;
    return [];
  }

  private async holdLease(): Promise<boolean> {
    const now = this.clock.now();
    if (this.lease && this.lease.validUntil - now > this.options.leaseMs / 2) return true;
    const { leaseMs } = this.options;
    const fence = await this.store.holdLease(this.lease?.fence ?? null, leaseMs);
    // The validity counts from before the query, so that this side never assumes the lease for longer than the database
    // does.
    this.lease = fence === null ? null : { fence, validUntil: now + leaseMs };
    return this.lease !== null;
  }

  private throwFailure(): void {
    if (this.failure === null) return;
    const failure = this.failure;
    this.failure = null;
    throw failure instanceof Error ? failure : new Error('publishing failed', { cause: failure });
  }

  /** Waits until the other relay's lease ends; that relay publishes the events that are committed meanwhile. */
  private async waitForLease(): Promise<void> {
    const endsInMs = 1 + Math.ceil(await this.store.leaseEndsInMs());
    if (!this.released) await this.wait(endsInMs, () => this.released);
  }

  /** Waits for a notification, and renews the lease while a publish is under way. */
  private async waitAWhile(): Promise<void> {
    const { leaseMs, pollMs } = this.options;
    if (!this.woken && this.publishedIds.length === 0) {
      await this.wait(this.publishes.size > 0 ? Math.min(pollMs, leaseMs / 3) : pollMs, () => true);
    }
    const gathersForMs = Math.min(this.options.gatherMs, this.gathersUntilMs - this.clock.now());
    if (gathersForMs > 0) await this.clock.sleep(gathersForMs, this.stopping.signal);
  }

  /** Waits until the time is over or the relay stops, or until it is woken and `mayEnd` allows it. */
  private async wait(forMs: number, mayEnd: () => boolean): Promise<void> {
    const waiting = new AbortController();
    this.wake = () => {
      if (mayEnd() || this.stopping.signal.aborted) waiting.abort();
    };
    if (this.stopping.signal.aborted) return;
    await this.clock.sleep(forMs, waiting.signal);
    this.wake = () => undefined;
  }

  /** Waits for every publish after a failure, so that the retry starts from the oldest message. */
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
      this.options.onFailure(error); // the lease expires by itself; remaining messages are sent again
    }
  }
}

function withinBytes(messages: readonly OutboxMessage[], bytesMax: number): readonly OutboxMessage[] {
  let bytes = 0;
  const end = messages.findIndex((message, index) => (bytes += message.value.length) > bytesMax && index > 0);
  return end === -1 ? messages : messages.slice(0, end);
}
