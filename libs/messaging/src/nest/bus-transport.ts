import { CustomTransportStrategy, MessageHandler, Server } from '@nestjs/microservices';
import { commandGroup, commandTopic, ServiceName } from '@tributary/contracts';
import { Database, outsideRequests, Tx } from '@tributary/persistence';
import { isObservable, lastValueFrom } from 'rxjs';
import { Admission } from '../admission';
import { BusEngine, Consumption } from '../bus-engine';
import { monotonicClock } from '../clock';
import { CommandHandler, CommandServer, RegisteredCommand } from '../commands/command-server';
import { CommandSealing } from '../commands/sealing';
import { CommandVerification } from '../commands/signing';
import { BatchQueue } from '../consumers/batch-queue';
import { PostgresDeadLetters } from '../consumers/dead-letters.store';
import { EventHandler, EventProcessor } from '../consumers/event-processor';
import { OutboxRelay } from '../outbox/outbox-relay';
import { PostgresOutboxStore } from '../outbox/outbox.store';
import { topicSpecs } from '../topic-specs';
import { ConsumedEvents, HandlerKind } from './decorators';

export interface BusTransportOptions {
  readonly service: ServiceName;
  readonly engine: BusEngine;
  readonly database: Database;
  readonly sealing: CommandSealing;
  readonly verification: CommandVerification;
  readonly partitions: number;
  /** Partitions that this instance processes at once. */
  readonly concurrency: number;
  /** Absent: everything is accepted. */
  readonly admission?: Admission;
  /** The outbox of a crashed instance waits this long; default: the relay's own. */
  readonly outboxLeaseMs?: number;
  /** Time for which messages of the outbox wait for others; 0 by default. */
  readonly outboxGatherMs?: number;
  /** Time limit of a command's statement; after it the statement is cancelled. */
  readonly statementTimeoutMs?: number;
  /** Called with each handled failure: it was retried, stored as a dead letter, or returned to the caller. */
  readonly onFailure: (error: unknown) => void;
}

/** Wait for more events of a batch, because larger batches are cheaper; no request waits for a single event. */
const EVENT_LINGER_MS = 100;

/** A batch waits this long for others to share a transaction with, where the engine does not wait itself. */
const SHARING_LINGER_MS = 50;

/** Maximum of batches that wait for a shared transaction; the queue limits the transactions. */
const QUEUED_BATCHES_MAX = 64;

/**
 * Nest's transport for the bus. Nest finds the handlers (`@OnEvent`, `@OnCommand`) and runs its guards and
 * interceptors; batches, transactions, dead letters and the outbox's relay are here. Nest's own Kafka server processes
 * one message at a time, at less than half the rate.
 */
export class BusTransport extends Server implements CustomTransportStrategy {
  private consumptions: Consumption[] = [];
  private readonly relay: OutboxRelay;
  private stopListening: () => void = () => undefined;
  private processor: EventProcessor | null = null;
  private listening = false;
  private closed = false;

  constructor(private readonly options: BusTransportOptions) {
    super();
    const { database, engine, onFailure, outboxLeaseMs, outboxGatherMs: gatherMs = 0 } = options;
    const pacing = {
      onFailure,
      gatherMs,
      ...(outboxLeaseMs === undefined ? {} : { leaseMs: outboxLeaseMs }),
    };
    this.relay = new OutboxRelay(new PostgresOutboxStore(database), engine, pacing, monotonicClock);
  }

  async listen(callback: (error?: unknown) => void): Promise<void> {
    try {
      await this.start();
      callback();
    } catch (error) {
      if (this.closed)
        callback(); // the service stopped while it waited for the bus
      else callback(error);
    }
  }

  /** Reason why the service receives no messages now, in one line; null while it does. Used by readiness. */
  whyNotReady(): string | null {
    if (this.closed) return 'the service is stopping';
    const reason = this.options.engine.whyNotHealthy();
    return this.listening ? reason : (reason ?? 'the service joins the bus');
  }

  /** Whether the start may still end because something that an operator creates is missing. */
  awaitsOperator(): boolean {
    return this.options.engine.awaitsOperator();
  }

  /** Finishes running publishes and stops; consumers continue, so in one process all relays stop before they do. */
  async stopRelay(): Promise<void> {
    this.stopListening();
    await this.relay.stop();
  }

  async close(): Promise<void> {
    this.listening = false;
    this.closed = true;
    await this.stopRelay();
    await Promise.all(this.consumptions.map((consumption) => consumption.stop()));
    await this.options.engine.close();
  }

  /** Retries a dead letter. */
  async replay(deadLetterId: number): Promise<void> {
    const letter = await new PostgresDeadLetters(this.options.database).find(deadLetterId);
    if (!letter || !this.processor) throw new Error(`there is no dead letter ${deadLetterId}`);
    await this.processor.replay(letter);
  }

  override on(): never {
    throw new Error('the bus has no events of its own to listen to');
  }

  override unwrap<T>(): T {
    return this.options.engine as T;
  }

  private async start(): Promise<void> {
    const { engine, partitions } = this.options;
    await engine.ensureTopics(topicSpecs(partitions));
    if (this.closed) return;
    await Promise.all([this.consumeEvents(), this.consumeCommands()]);
    if (this.closed) return;
    this.relay.start();
    const { signals } = this.options.database;
    const listening = [
      signals.on('outbox', () => this.relay.notify()),
      signals.on('outbox_lease', () => this.relay.leaseReleased()),
    ];
    this.stopListening = () => listening.forEach((stop) => stop());
    this.listening = true;
  }

  private async consumeEvents(): Promise<void> {
    const { service, engine, database, concurrency, onFailure, admission } = this.options;
    const consumed = this.handlersOf('event');
    if (consumed.length === 0) return;
    const handlers = consumed.map(({ topic, handler }): [string, EventHandler] => [
      topic,
      async (events, tx) => {
        const admitted = admission ? await admission.events(tx, events) : events;
        if (admitted.length > 0) await invoke(handler, admitted, tx);
      },
    ]);
    const deadLetters = new PostgresDeadLetters(database);
    const processor = new EventProcessor(new Map(handlers), database, deadLetters, { service, onFailure });
    this.processor = processor;
    const topics = new Map(consumed.map(({ topic, events }) => [topic, events]));
    const sharesTransactions = consumed.some(({ events }) => events.contracts.length > 1);
    const queue = sharesTransactions ? this.queueFor(processor, topics) : null;
    const consumption = await engine.consume({
      group: service,
      topics: [...topics.keys()],
      concurrency: queue ? QUEUED_BATCHES_MAX : concurrency,
      lingerMs: EVENT_LINGER_MS,
      onBatch: (batch) => outsideRequests(() => (queue ? queue.add(batch) : processor.process(batch))),
    });
    this.consumptions.push(consumption);
  }

  private queueFor(processor: EventProcessor, topics: ReadonlyMap<string, ConsumedEvents>): BatchQueue {
    return new BatchQueue({
      transactionsMax: this.options.concurrency,
      lingerMs: this.options.engine.polls ? 0 : SHARING_LINGER_MS,
      sharingOf: (topic) => {
        const events = topics.get(topic);
        const group = events && events.contracts.length > 1 ? events : null;
        return { group, isPrompt: events?.prompt.some((prompt) => prompt.topic === topic) ?? true };
      },
      process: (batch) => processor.process(batch),
      processTogether: (batches) => processor.processTogether(batches),
    });
  }

  private async consumeCommands(): Promise<void> {
    const { service, engine, database, concurrency, sealing, verification, admission } = this.options;
    const { statementTimeoutMs, onFailure } = this.options;
    const commands = this.handlersOf('command').map(
      ({ contract, callsOut, handler }): [string, RegisteredCommand] => {
        const handle: CommandHandler = callsOut
          ? (command, commit) => invoke(handler, command, commit)
          : (command, commit) => commit((tx: Tx) => invoke(handler, command, tx));
        if (!admission) return [contract.name, { contract, callsOut, handle }];
        const before = callsOut ? database : null;
        return [contract.name, { contract, callsOut, handle: admitting(handle, admission, before) }];
      },
    );
    if (commands.length === 0) return;
    const server = new CommandServer(new Map(commands), database, engine, sealing, verification, {
      statementTimeoutMs,
      onFailure,
    });
    const consumption = await engine.consume({
      group: commandGroup(service),
      topics: [commandTopic(service)],
      concurrency,
      onBatch: (batch) => outsideRequests(() => server.process(batch)),
    });
    this.consumptions.push({ stop: () => consumption.stop().then(() => server.ended()) });
  }

  private handlersOf<K extends HandlerKind['kind']>(kind: K) {
    return [...this.messageHandlers].flatMap(([topic, handler]) => {
      const extras = handler.extras as HandlerKind | undefined;
      return extras?.kind === kind
        ? [{ ...(extras as Extract<HandlerKind, { kind: K }>), topic, handler }]
        : [];
    });
  }
}

/**
 * Wraps a command handler by the check in the transaction that saves the effects; if the handler calls out, the check
 * also runs `before` that.
 */
function admitting(handle: CommandHandler, admission: Admission, before: Database | null): CommandHandler {
  return async (command, commit) => {
    if (before) await admission.caller(before, command.caller);
    return handle(command, (work) =>
      commit(async (tx) => {
        await admission.caller(tx, command.caller);
        return work(tx);
      }),
    );
  };
}

/** Calls a handler through Nest's pipeline (guards, interceptors) and waits for its end. */
async function invoke(handler: MessageHandler, data: unknown, second: unknown): Promise<unknown> {
  const outcome: unknown = await handler(data, second);
  return isObservable(outcome) ? lastValueFrom(outcome, { defaultValue: undefined }) : outcome;
}
