import { BusEngine, ConsumeOptions, Consumption, OutgoingMessage } from '../../../src/bus-engine';
import { ProcessLife } from '../process';
import { SimulatedMember } from './member';
import { SimulatedBroker } from './simulated-broker';

/** The part of the bus that services use for events. */
export type EventBus = Pick<BusEngine, 'publishing' | 'publish' | 'consume'>;

/** A publish failed, as far as its client can tell. */
export class BrokerError extends Error {
  override readonly name = 'BrokerError';
}

const LATE_MS_MAX = 4000;

/** One process's client of the broker; promises what the Kafka engine promises, and no more. */
export class SimulatedEngine implements EventBus {
  readonly publishing = { batchSize: 8, inFlightMax: 1 };

  constructor(
    private readonly broker: SimulatedBroker,
    private readonly life: ProcessLife,
  ) {}

  publish(messages: readonly OutgoingMessage[]): Promise<void> {
    const { random, faults } = this.life.world;
    return this.life.ask(async () => {
      if (this.broker.availability.isAway()) throw new BrokerError('the broker is away');
      if (random.chance(faults.publishLost)) return this.publishAndFail(messages);
      this.broker.append(messages);
    });
  }

  async consume(options: ConsumeOptions): Promise<Consumption> {
    const group = this.broker.group(options.group, options.topics);
    const member = new SimulatedMember(this.broker, group, this.life, options);
    await member.join();
    return { stop: () => member.stop() };
  }

  private publishAndFail(messages: readonly OutgoingMessage[]): never {
    const { random, scheduler, history } = this.life.world;
    const fate = random.pick([
      'never arrives',
      'arrives late',
      'arrives in part',
      'is not acknowledged',
    ] as const);
    history.met(`publish ${fate}`);
    switch (fate) {
      case 'never arrives':
        break;
      case 'arrives late':
        scheduler.after(random.between(0, LATE_MS_MAX), () => this.broker.append(messages));
        break;
      case 'arrives in part':
        this.broker.append(this.ofSomePartitions(messages));
        break;
      case 'is not acknowledged':
        this.broker.append(messages);
        break;
      default:
        fate satisfies never;
    }
    throw new BrokerError(`the request timed out; it ${fate}`);
  }

  /** A partition takes its part of a request as a whole, or not. */
  private ofSomePartitions(messages: readonly OutgoingMessage[]): OutgoingMessage[] {
    const partitions = new Set(messages.map((message) => this.broker.partitionFor(message)));
    const taking = new Set([...partitions].filter(() => this.life.world.random.chance(0.5)));
    return messages.filter((message) => taking.has(this.broker.partitionFor(message)));
  }
}
