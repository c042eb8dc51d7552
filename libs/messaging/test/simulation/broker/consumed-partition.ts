import { ConsumeOptions, ReceivedMessage } from '../../../src/bus-engine';
import { ProcessLife } from '../process';
import { SimulatedGroup } from './group';
import { SimulatedPartition } from './partition';
import { SimulatedBroker } from './simulated-broker';

interface Consumed {
  readonly broker: SimulatedBroker;
  readonly group: SimulatedGroup;
  readonly life: ProcessLife;
  readonly partition: SimulatedPartition;
  readonly options: ConsumeOptions;
  readonly commit: (offset: number) => boolean;
}

const RETRY_MS = 100;
const BATCH_MESSAGES_MAX = 12;

/** One member's work on one partition in one generation: fetch, hand over, commit what was resolved. */
export class ConsumedPartition {
  readonly ended: Promise<void>;
  private stale = false;
  private end: () => void = () => undefined;
  private wake: () => void = () => undefined;
  private isStarted = false;

  constructor(private readonly consumed: Consumed) {
    this.ended = new Promise((resolve) => (this.end = resolve));
  }

  set isStale(stale: boolean) {
    this.stale = stale;
    if (!this.isStarted) this.end();
    this.wake();
  }

  start(): void {
    if (this.stale) return;
    this.isStarted = true;
    void this.run().finally(this.end);
  }

  private async run(): Promise<void> {
    const { group, life, partition } = this.consumed;
    let position = await life.ask(async () => group.offsetOf(partition));
    while (!this.stale) {
      const messages = await this.fetch(position);
      if (messages.length === 0) await life.clock.sleep(RETRY_MS);
      else position = await this.handOver(messages, position);
    }
  }

  /** Empty where the broker is away, or the partition was taken away while waiting. */
  private fetch(position: number): Promise<readonly ReceivedMessage[]> {
    const { broker, life, partition } = this.consumed;
    const { random } = life.world;
    return new Promise((resolve) => {
      this.wake = () => resolve([]);
      partition.whenLongerThan(position, () =>
        life.later(random.between(1, 10), () => {
          const end = position + random.integer(1, BATCH_MESSAGES_MAX);
          resolve(broker.availability.isAway() ? [] : partition.log.slice(position, end));
        }),
      );
    });
  }

  private async handOver(messages: readonly ReceivedMessage[], position: number): Promise<number> {
    const { life, partition, options } = this.consumed;
    const { topic, partition: number } = partition;
    let next = position;
    const batch = {
      topic,
      partition: number,
      messages,
      resolve: ({ offset }: ReceivedMessage) => (next = Number(offset) + 1),
      isStale: () => this.stale,
    };
    try {
      await options.onBatch(batch);
    } catch {
      await life.clock.sleep(RETRY_MS); // what was not resolved is fetched again
    }
    if (next > position) await this.commit(next);
    return next;
  }

  /** The client retries until it learns that it was removed from the group. */
  private async commit(offset: number): Promise<void> {
    const { broker, life, commit } = this.consumed;
    const { world } = life;
    for (;;) {
      const answer = await life.ask(async () => {
        if (broker.availability.isAway()) return 'lost';
        const isLost = world.random.chance(world.faults.offsetCommitLost);
        if (isLost && world.random.chance(0.5)) return 'lost';
        const isTaken = commit(offset);
        if (isLost) return 'lost';
        return isTaken ? 'taken' : 'refused';
      });
      if (answer === 'refused') {
        world.history.met('offset commit refused');
        this.stale = true;
      }
      if (answer !== 'lost' || this.stale) return;
      await life.clock.sleep(RETRY_MS);
    }
  }
}
