import { createHash } from 'node:crypto';
import { OutgoingMessage, ReceivedMessage, TopicSpec } from '../../bus-engine';
import { Clock, systemClock } from '../../clock';
import { Member, PartitionLane } from './partition-lane';

/** An unknown topic is a mistake in the deployment, so the message must not be dropped. */
export class UnknownTopicError extends Error {
  override readonly name = 'UnknownTopicError';
}

/**
 * The bus inside one process. A message is delivered once every group of its topic has resolved it. Until then it stays
 * in its producer's outbox, so that a crash of the process loses no message. The topic's declaration names its groups;
 * messages wait for groups without members.
 */
export class InProcessBroker {
  private readonly topics = new Map<string, TopicSpec>();
  private readonly groups = new Map<string, Group>();
  private readonly replyListeners = new Map<string, (message: ReceivedMessage) => void>();

  constructor(private readonly clock: Clock = systemClock) {}

  declare(topics: readonly TopicSpec[]): void {
    for (const topic of topics) if (!this.topics.has(topic.name)) this.topics.set(topic.name, topic);
  }

  /** Queues the messages, in order, for every group of their topics; resolves when all have consumed them. */
  publish(messages: readonly OutgoingMessage[]): Promise<void> {
    const taken = messages.flatMap((message) => {
      const reply = this.replyListeners.get(message.headers['reply-instance'] ?? '');
      if (reply && message.topic === REPLY_TOPIC) {
        reply({ ...message, partition: 0, offset: '0' });
        return [];
      }
      return this.enqueue(message);
    });
    return Promise.all(taken).then(() => undefined);
  }

  join(groupName: string, member: Member): void {
    for (const topic of member.topics) this.specOf(topic);
    this.group(groupName).join(member);
  }

  /** Ends after the member's running batch; other members get its unresolved messages. */
  leave(groupName: string, member: Member): Promise<void> {
    return this.group(groupName).leave(member);
  }

  /** Number of messages of each topic that the group has not consumed yet. */
  lags(groupName: string): { topic: string; lag: number }[] {
    return this.groups.get(groupName)?.lags() ?? [];
  }

  listenForReplies(instance: string, listener: (message: ReceivedMessage) => void): void {
    this.replyListeners.set(instance, listener);
  }

  stopListening(instance: string): void {
    this.replyListeners.delete(instance);
  }

  private enqueue(message: OutgoingMessage): Promise<void>[] {
    if (message.topic === REPLY_TOPIC) return []; // the requesting instance has ended, and with it the request
    const spec = this.specOf(message.topic);
    const partition = partitionOf(message.key, spec.partitions);
    return spec.consumerGroups.map((group) =>
      this.group(group).lane(message.topic, partition).enqueue(message),
    );
  }

  private specOf(topic: string): TopicSpec {
    const spec = this.topics.get(topic);
    if (!spec) throw new UnknownTopicError(`the topic ${topic} was never declared`);
    return spec;
  }

  private group(name: string): Group {
    let group = this.groups.get(name);
    if (!group) this.groups.set(name, (group = new Group(this.clock)));
    return group;
  }
}

/** Topic of replies. They have no group: they go directly to the requesting instance. */
export const REPLY_TOPIC = 'replies';

/** The members that share the work of their topics, and the lanes that they process. */
class Group {
  private readonly members: Member[] = [];
  private readonly lanes = new Map<string, PartitionLane>();

  constructor(private readonly clock: Clock) {}

  lane(topic: string, partition: number): PartitionLane {
    const name = `${topic}/${partition}`;
    let lane = this.lanes.get(name);
    if (!lane) {
      lane = new PartitionLane(topic, partition, this.clock);
      this.lanes.set(name, lane);
      lane.assign(this.ownerOf(lane));
    }
    return lane;
  }

  lags(): { topic: string; lag: number }[] {
    const waiting = new Map<string, number>();
    for (const { topic, length } of this.lanes.values())
      waiting.set(topic, (waiting.get(topic) ?? 0) + length);
    return [...waiting].map(([topic, lag]) => ({ topic, lag }));
  }

  join(member: Member): void {
    this.members.push(member);
    this.reassign();
  }

  async leave(member: Member): Promise<void> {
    const index = this.members.indexOf(member);
    if (index === -1) return;
    this.members.splice(index, 1);
    const left = [...this.lanes.values()].filter((lane) => lane.isOwnedBy(member));
    this.reassign();
    await Promise.all(left.map((lane) => lane.idleOf(member)));
  }

  private reassign(): void {
    for (const lane of this.lanes.values()) lane.assign(this.ownerOf(lane));
  }

  private ownerOf(lane: PartitionLane): Member | null {
    const takers = this.members.filter((member) => member.topics.has(lane.topic));
    return takers[lane.partition % Math.max(1, takers.length)] ?? null;
  }
}

/** The partition that a key belongs to; always the same for the same number of partitions. */
export function partitionOf(key: string, partitions: number): number {
  return createHash('md5').update(key).digest().readUInt32BE(0) % partitions;
}
