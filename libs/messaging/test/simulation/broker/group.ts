import { World } from '../world';
import { SimulatedPartition } from './partition';

/** A process's place in the group, as the group sees it. */
export interface GroupMember {
  readonly name: string;
  /** Assigns its partitions; null: it was removed from the group. */
  hear(generation: number, partitions: readonly SimulatedPartition[] | null): void;
}

/** A consumer group: who works on which partition, and how far the group has come. */
export class SimulatedGroup {
  private generation = 0;
  private members: GroupMember[] = [];
  private readonly committed = new Map<SimulatedPartition, number>();

  constructor(
    private readonly world: World,
    private readonly partitions: readonly SimulatedPartition[],
  ) {}

  join(member: GroupMember): void {
    if (!this.members.includes(member)) this.members.push(member);
    this.rebalance();
  }

  remove(member: GroupMember): void {
    if (!this.members.includes(member)) return;
    this.members = this.members.filter((other) => other !== member);
    member.hear(this.generation, null);
    this.rebalance();
  }

  /** One member is taken for dead, though it may not be. */
  removeAny(): void {
    if (this.members.length > 0) this.remove(this.world.random.pick(this.members));
  }

  has(member: GroupMember): boolean {
    return this.members.includes(member);
  }

  offsetOf(partition: SimulatedPartition): number {
    return this.committed.get(partition) ?? 0;
  }

  /** False from a member of an earlier generation: the partition is not its own any more. */
  commit(member: GroupMember, generation: number, partition: SimulatedPartition, offset: number): boolean {
    if (generation !== this.generation || !this.has(member)) return false;
    this.committed.set(partition, offset);
    return true;
  }

  /** Everybody starts over: the whole topics come again. */
  reset(): void {
    this.world.history.met('offsets reset');
    this.committed.clear();
    this.rebalance();
  }

  hasCaughtUp(): boolean {
    return this.partitions.every((partition) => this.offsetOf(partition) >= partition.log.length);
  }

  /** Each member hears of its partitions in its own time; until then it works on those that it had. */
  private rebalance(): void {
    this.generation += 1;
    this.world.history.met('group rebalanced');
    this.world.history.note(
      `generation ${this.generation} of ${this.members.map(({ name }) => name).join()}`,
    );
    for (const [index, member] of this.members.entries()) {
      const own = this.partitions.filter((_, partition) => partition % this.members.length === index);
      member.hear(this.generation, own);
    }
  }
}
