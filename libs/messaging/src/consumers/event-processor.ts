import { backoff, isTransient, Tx } from '@tributary/persistence';
import { Context, Span } from '@opentelemetry/api';
import { Batch, ReceivedMessage } from '../bus-engine';
import { Clock, systemClock } from '../clock';
import { reachFaultPoint } from '../fault-points';
import { startConsumerSpan } from '../tracing';
import { DeadLetter, DeadLetters, markReplayed } from './dead-letters.store';
import { readEvent, ReceivedEvent, splitEvent } from './received-event';

/** Consumes events in one transaction, of one topic or of several that share it; a throw rolls the transaction back. */
export type EventHandler = (events: readonly ReceivedEvent[], tx: Tx) => Promise<void>;

/** The part of the database that the processor needs; replaced in simulations. */
export interface UnitOfWork {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

export interface EventProcessorOptions {
  readonly service: string;
  readonly onFailure: (error: unknown) => void;
}

/** The consumption ended or the partition moved while a batch waited: leave it to the next member. */
class Abandoned extends Error {
  override readonly name = 'Abandoned';
}

const ITEM_ATTEMPTS = 3;
const BACKOFF = { firstMs: 50, factor: 2, maxMs: 5000, jitter: 0 };

/**
 * Processes a batch in one transaction if possible. Transient failures are waited out. A batch that fails permanently
 * is halved until the failing message, then the failing item in it, is alone and becomes a dead letter. The other items
 * are stored, in order.
 */
export class EventProcessor {
  constructor(
    private readonly handlers: ReadonlyMap<string, EventHandler>,
    private readonly unitOfWork: UnitOfWork,
    private readonly deadLetters: DeadLetters,
    private readonly options: EventProcessorOptions,
    private readonly clock: Clock = systemClock,
  ) {}

  async process(batch: Batch): Promise<void> {
    const opened = batch.messages.map((message) => this.open(message));
    try {
      await this.takeAll(opened, batch);
      resolveAll(batch);
    } catch (error) {
      if (!(error instanceof Abandoned)) throw error;
    } finally {
      for (const { span } of opened) span.end();
    }
  }

  /**
   * Processes batches of topics with the same handler in one transaction. @returns false if nothing was stored: then
   * process the batches one by one, each with its own failures
   */
  async processTogether(batches: readonly Batch[]): Promise<boolean> {
    const opened = batches.flatMap(({ messages }) => messages.map((message) => this.open(message)));
    const events = opened.flatMap((one) => ('event' in one ? [one.event] : []));
    const [first] = events;
    try {
      if (!first || events.length < opened.length || batches.some((batch) => batch.isStale())) return false;
      await this.unitOfWork.transaction((tx) => this.handlerOf(first.message.topic)(events, tx));
      reachFaultPoint('transaction.committed');
    } catch (error) {
      this.options.onFailure(error);
      return false;
    } finally {
      for (const { span } of opened) span.end();
    }
    for (const batch of batches) resolveAll(batch);
    return true;
  }

  /** Retries a dead letter; the transaction that stores it also marks it as replayed. */
  async replay(letter: DeadLetter): Promise<void> {
    const { topic, key, value, headers } = letter;
    const message = { topic, key, value, headers, partition: -1, offset: `dead-letter-${letter.id}` };
    const { span, trace } = startConsumerSpan(`replay ${topic}`, headers);
    try {
      const whole = readEvent(message, trace);
      const event = letter.item === -1 ? whole : splitEvent(whole)[letter.item];
      if (!event) throw new Error(`the message of dead letter ${letter.id} has no item ${letter.item}`);
      await this.unitOfWork.transaction(async (tx) => {
        await this.handlerOf(topic)([event], tx);
        await markReplayed(tx, letter.id);
      });
    } finally {
      span.end();
    }
  }

  private async takeAll(opened: readonly Opened[], batch: Batch): Promise<void> {
    const events: ReceivedEvent[] = [];
    for (const one of opened) {
      if ('event' in one) events.push(one.event);
      else await this.setAside({ message: one.message, item: -1 }, one.error, 1, batch);
    }
    await this.take(events, batch);
  }

  private async take(events: readonly ReceivedEvent[], batch: Batch): Promise<void> {
    if (events.length === 0) return;
    const error = await this.attempt(events, batch);
    if (error === null) return;
    const [only] = events;
    if (events.length === 1 && only) return this.isolate(only, error, batch);
    const middle = Math.ceil(events.length / 2);
    await this.take(events.slice(0, middle), batch);
    await this.take(events.slice(middle), batch);
  }

  private async isolate(event: ReceivedEvent, error: unknown, batch: Batch): Promise<void> {
    const items = splitEvent(event);
    if (items.length > 1) return this.take(items, batch);
    let latest = error;
    for (let attempt = 2; attempt <= ITEM_ATTEMPTS; attempt += 1) {
      await this.clock.sleep(20 * attempt);
      const again = await this.attempt([event], batch);
      if (again === null) return;
      latest = again;
    }
    await this.setAside(event, latest, ITEM_ATTEMPTS, batch);
  }

  /** Runs one transaction, and waits transient failures out. @returns null after the commit, else the permanent error */
  private async attempt(events: readonly ReceivedEvent[], batch: Batch): Promise<unknown> {
    try {
      await this.withoutTransients(batch, () =>
        this.unitOfWork.transaction((tx) => this.handlerOf(batch.topic)(events, tx)),
      );
      reachFaultPoint('transaction.committed');
      return null;
    } catch (error) {
      if (error instanceof Abandoned) throw error;
      return error ?? new Error('a handler threw nothing');
    }
  }

  private async setAside(
    source: { message: ReceivedMessage; item: number },
    error: unknown,
    attempts: number,
    batch: Batch,
  ): Promise<void> {
    this.options.onFailure(error);
    await this.withoutTransients(batch, () =>
      this.deadLetters.add({ message: source.message, item: source.item, error, attempts }),
    );
  }

  private async withoutTransients(batch: Batch, work: () => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      if (batch.isStale()) throw new Abandoned();
      try {
        return await work();
      } catch (error) {
        if (!isTransient(error)) throw error;
        this.options.onFailure(error);
        await this.clock.sleep(backoff(attempt, BACKOFF));
      }
    }
  }

  private handlerOf(topic: string): EventHandler {
    const handler = this.handlers.get(topic);
    if (!handler) throw new Error(`${this.options.service} has no handler for ${topic}`);
    return handler;
  }

  private open(message: ReceivedMessage): Opened {
    const { span, trace } = startConsumerSpan(`${this.options.service} ${message.topic}`, message.headers);
    try {
      return { span, trace, message, event: readEvent(message, trace) };
    } catch (error) {
      return { span, trace, message, error };
    }
  }
}

function resolveAll(batch: Batch): void {
  const last = batch.messages.at(-1);
  if (last) batch.resolve(last);
}

type Opened = { span: Span; trace: Context; message: ReceivedMessage } & (
  { event: ReceivedEvent } | { error: unknown }
);
