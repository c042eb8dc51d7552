import { OutgoingMessage } from '../../../src/bus-engine';
import { partitionOf } from '../../../src/engines/in-process/in-process-broker';
import { Availability, World } from '../world';
import { SimulatedGroup } from './group';
import { SimulatedPartition } from './partition';

/** A broker in Kafka's manner: logs that stay, groups with generations and committed offsets. */
export class SimulatedBroker {
  readonly availability: Availability;
  private readonly topics = new Map<string, SimulatedPartition[]>();
  private readonly groups = new Map<string, SimulatedGroup>();

  constructor(readonly world: World) {
    this.availability = new Availability(world, 'broker away');
  }

  declare(topic: string, partitions: number): void {
    const made = Array.from(
      { length: partitions },
      (_, partition) => new SimulatedPartition(topic, partition),
    );
    this.topics.set(topic, made);
  }

  append(messages: readonly OutgoingMessage[]): void {
    for (const message of messages) {
      this.world.history.messagePublished(message.topic, message.key, message.value);
      this.partitionFor(message).append(message);
    }
  }

  partitionFor(message: OutgoingMessage): SimulatedPartition {
    const partitions = this.partitionsOf([message.topic]);
    const partition = partitions[partitionOf(message.key, partitions.length)];
    if (!partition) throw new Error(`the topic ${message.topic} was never declared`);
    return partition;
  }

  partitionsOf(topics: readonly string[]): SimulatedPartition[] {
    return topics.flatMap((topic) => this.topics.get(topic) ?? []);
  }

  group(name: string, topics: readonly string[]): SimulatedGroup {
    let group = this.groups.get(name);
    if (!group) this.groups.set(name, (group = new SimulatedGroup(this.world, this.partitionsOf(topics))));
    return group;
  }

  allGroups(): SimulatedGroup[] {
    return [...this.groups.values()];
  }
}
