import { context } from '@opentelemetry/api';
import {
  COMMANDED,
  commandTopic,
  ContractViolationError,
  EventContract,
  EventPayload,
  EVENTS,
  SAMPLE_TIME,
  ServiceName,
  topics,
} from '@tributary/contracts';
import {
  InProcessBroker,
  InProcessEngine,
  OutgoingMessage,
  readEvent,
  ReceivedEvent,
} from '@tributary/messaging';
import { randomUUID } from 'node:crypto';

/** The consumer group of the test itself. */
const TEST = 'test';

/** An event as a test publishes it. */
export interface TestEvent<C extends EventContract> {
  /** Default: the key that the event's owner uses. */
  readonly key?: number | string;
  readonly payload: EventPayload<C>;
  readonly id?: string;
  readonly occurredAt?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns the message as the event's owner publishes it. */
export function eventMessage<C extends EventContract>(
  contract: C,
  { payload, key, id = randomUUID(), occurredAt = SAMPLE_TIME, headers = {} }: TestEvent<C>,
): OutgoingMessage {
  const { topic, version } = contract;
  const value = JSON.stringify({ id, type: topic, version, occurredAt, payload });
  return { topic, key: String(key ?? keyOf(contract, payload)), value, headers };
}

/** Returns the key under which the event's owner publishes it. */
export function keyOf(contract: EventContract, payload: unknown): string {
  const key = contract.keyedBy
    .split('.')
    .reduce<unknown>((within, name) => (within as Record<string, unknown>)[name], payload);
  return String(key);
}

/**
 * Creates a broker that stores events for those consumers that are running, and commands for their owners, which the
 * test may play. So a publication resolves when all running consumers have consumed the event.
 * @param heard topics whose messages the test consumes, too
 */
export function brokerFor(
  services: readonly ServiceName[],
  partitions: number,
  heard: readonly string[] = [],
): InProcessBroker {
  const groups = new Set<string>(services);
  const commands = new Set(COMMANDED.map(commandTopic));
  const broker = new InProcessBroker();
  broker.declare(
    topics().map(({ name, consumerGroups }) => ({
      name,
      partitions,
      consumerGroups: [
        ...consumerGroups.filter((group) => commands.has(name) || groups.has(group)),
        ...(heard.includes(name) ? [TEST] : []),
      ],
    })),
  );
  return broker;
}

/**
 * The bus of one service: the test publishes as the other services, and receives everything that the service publishes.
 */
export class TestBus {
  /** The service's events, oldest first. */
  readonly received: ReceivedEvent[] = [];
  readonly engine: InProcessEngine;
  private misfit: ContractViolationError | null = null;

  private constructor(
    readonly broker: InProcessBroker,
    private readonly heard: readonly string[],
  ) {
    this.engine = new InProcessEngine(broker);
  }

  static async of(service: ServiceName, partitions: number): Promise<TestBus> {
    const heard = EVENTS.filter(({ producer }) => producer === service).map(({ topic }) => topic);
    const bus = new TestBus(brokerFor([service], partitions, heard), heard);
    await bus.listen();
    return bus;
  }

  /**
   * Returns the events of one type.
   * @throws Error if an event does not fit its contract
   */
  events<C extends EventContract>({ topic }: C): EventPayload<C>[] {
    this.checkFit();
    return this.received
      .filter(({ contract }) => contract.topic === topic)
      .map(({ payload }) => payload as EventPayload<C>);
  }

  async close(): Promise<void> {
    await this.engine.close();
    this.checkFit();
  }

  private checkFit(): void {
    if (this.misfit) throw this.misfit;
  }

  private async listen(): Promise<void> {
    await this.engine.consume({
      group: TEST,
      topics: this.heard,
      concurrency: 1,
      onBatch: async (batch) => {
        for (const message of batch.messages) {
          try {
            this.received.push(readEvent(message, context.active()));
          } catch (error) {
            if (!(error instanceof ContractViolationError)) throw error;
            this.misfit ??= error; // an error thrown here would only cause a redelivery
          }
          batch.resolve(message);
        }
      },
    });
  }
}
