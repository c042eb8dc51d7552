import { ConsumeOptions } from '../../../src/bus-engine';
import { ProcessLife } from '../process';
import { ConsumedPartition } from './consumed-partition';
import { GroupMember, SimulatedGroup } from './group';
import { SimulatedPartition } from './partition';
import { SimulatedBroker } from './simulated-broker';

const SESSION_TIMEOUT_MS = 1500;
const HEARTBEAT_MS = 400;

/**
 * A process's place in a group. When it stands still for too long the group goes on without it; it learns
 * so from its next heartbeat, and works in the meantime on what is no longer its own.
 */
export class SimulatedMember implements GroupMember {
  readonly name: string;
  private readonly work = new Map<SimulatedPartition, ConsumedPartition>();
  private generation = 0;
  private isStopped = false;

  constructor(
    private readonly broker: SimulatedBroker,
    private readonly group: SimulatedGroup,
    private readonly life: ProcessLife,
    private readonly options: ConsumeOptions,
  ) {
    this.name = life.name;
    life.whenDead(() => this.loseSession());
    life.whenPaused(() => this.loseSession());
  }

  join(): Promise<void> {
    return this.life.ask(async () => this.group.join(this));
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    for (const consumed of this.work.values()) consumed.isStale = true;
    await Promise.all([...this.work.values()].map((consumed) => consumed.ended));
    await this.life.ask(async () => this.group.remove(this));
  }

  hear(generation: number, partitions: readonly SimulatedPartition[] | null): void {
    const { random } = this.life.world;
    // A paused process gets its answers first and its next heartbeat later.
    this.life.later(0, () =>
      this.life.later(random.between(0, HEARTBEAT_MS), () => {
        if (this.isStopped || generation < this.generation) return;
        this.generation = generation;
        if (partitions) this.take(partitions);
        else void this.join();
      }),
    );
  }

  private take(partitions: readonly SimulatedPartition[]): void {
    for (const consumed of this.work.values()) consumed.isStale = true;
    for (const partition of partitions) {
      const { broker, group, life, options, generation } = this;
      const before = this.work.get(partition)?.ended ?? Promise.resolve();
      const commit = (offset: number): boolean => group.commit(this, generation, partition, offset);
      const consumed = new ConsumedPartition({ broker, group, life, partition, options, commit });
      this.work.set(partition, consumed);
      void before.then(() => consumed.start());
    }
  }

  private loseSession(): void {
    this.life.world.scheduler.after(SESSION_TIMEOUT_MS, () => {
      if (!this.life.isAlive || this.life.isPaused()) this.group.remove(this);
    });
  }
}
