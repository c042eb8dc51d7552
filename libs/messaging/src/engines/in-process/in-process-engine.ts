import { randomUUID } from 'node:crypto';
import {
  BusEngine,
  ConsumeOptions,
  Consumption,
  OutgoingMessage,
  ReceivedMessage,
  ReplyChannel,
  TopicSpec,
} from '../../bus-engine';
import { Slots } from '../../slots';
import { InProcessBroker, REPLY_TOPIC } from './in-process-broker';
import { Member } from './partition-lane';

/** The bus of a service inside the process. All services of the process share the broker. */
export class InProcessEngine implements BusEngine {
  /** A publish ends when the consumers are done, so many publishes run at once to use all of them. */
  readonly publishing = { batchSize: 100, inFlightMax: 40 };
  readonly polls = false;
  private readonly memberships: { group: string; member: Member }[] = [];

  constructor(private readonly broker: InProcessBroker) {}

  async ensureTopics(topics: readonly TopicSpec[]): Promise<void> {
    this.broker.declare(topics);
  }

  async publish(messages: readonly OutgoingMessage[]): Promise<void> {
    return this.broker.publish(messages);
  }

  async consume(options: ConsumeOptions): Promise<Consumption> {
    const member: Member = {
      topics: new Set(options.topics),
      slots: new Slots(options.concurrency),
      onBatch: options.onBatch,
    };
    const membership = { group: options.group, member };
    this.memberships.push(membership);
    this.broker.join(options.group, member);
    return { stop: () => this.broker.leave(options.group, member) };
  }

  async openReplyChannel(onReply: (message: ReceivedMessage) => void): Promise<ReplyChannel> {
    const instance = randomUUID();
    this.broker.listenForReplies(instance, onReply);
    return {
      address: { topic: REPLY_TOPIC, partition: 0, instance },
      close: async () => this.broker.stopListening(instance),
    };
  }

  whyNotHealthy(): null {
    return null;
  }

  awaitsOperator(): boolean {
    return false;
  }

  async close(): Promise<void> {
    await Promise.all(this.memberships.map(({ group, member }) => this.broker.leave(group, member)));
  }
}
