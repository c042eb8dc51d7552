import { AssignerProtocol, Kafka, PartitionAssigner } from 'kafkajs';
import { OutgoingMessage, ReceivedMessage, ReplyChannel } from '../../bus-engine';
import { toReceived } from './kafka-consumption';

export const REPLY_TOPIC = 'replies';
export const REPLY_PARTITIONS = 12;

const PROBE_EVERY_MS = 100;
const READY_WITHIN_MS = 20_000;

interface ReplyChannelOptions {
  readonly kafka: Kafka;
  readonly topic: string;
  readonly instance: string;
  readonly publish: (messages: readonly OutgoingMessage[]) => Promise<void>;
  readonly onReply: (message: ReceivedMessage) => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * All replies are on one topic. Each instance reads one partition of it, with its own group: no rebalance of others can
 * take its replies away. A header distinguishes instances with the same partition.
 */
export async function openKafkaReplyChannel(options: ReplyChannelOptions): Promise<ReplyChannel> {
  const partition = parseInt(options.instance.slice(0, 8), 16) % REPLY_PARTITIONS;
  const consumer = options.kafka.consumer({
    groupId: `${options.topic}.${options.instance}`,
    partitionAssigners: [onlyPartition(options.topic, partition)],
    allowAutoTopicCreation: false,
    // Replies arrive at once in any case; this is the wait of an idle channel.
    maxWaitTimeInMs: 2500,
    retry: { initialRetryTime: 100, maxRetryTime: 2000, retries: 1000, restartOnFailure: async () => true },
  });
  const ready = deferred();
  consumer.on('consumer.crash', ({ payload }) => options.onFailure(payload.error));
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [options.topic], fromBeginning: false });
    await consumer.run({
      autoCommit: false,
      eachMessage: async ({ message, partition: from }) => {
        const reply = toReceived(REPLY_TOPIC, from, message);
        if (reply.headers['reply-instance'] !== options.instance) return;
        if ('probe' in reply.headers) ready.resolve();
        else options.onReply(reply);
      },
    });
    await probeUntilReady(options, partition, ready.promise);
  } catch (error) {
    await consumer.disconnect().catch(options.onFailure);
    throw error;
  }
  return {
    address: { topic: REPLY_TOPIC, partition, instance: options.instance },
    close: () => consumer.disconnect(),
  };
}

/** A new group starts at the end of its partition at that time: wait until our own probe arrives. */
async function probeUntilReady(
  options: ReplyChannelOptions,
  partition: number,
  ready: Promise<void>,
): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  let isReady = false;
  void ready.then(() => (isReady = true));
  while (!isReady) {
    if (Date.now() > deadline)
      throw new Error('the reply channel did not become ready: is the broker reachable?');
    const headers = { 'reply-instance': options.instance, probe: '1' };
    await options.publish([{ topic: REPLY_TOPIC, key: options.instance, partition, value: '', headers }]);
    await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS))]);
  }
}

function onlyPartition(topic: string, partition: number): PartitionAssigner {
  return () => ({
    name: 'OnlyPartition',
    version: 1,
    assign: async ({ members }) =>
      members.map(({ memberId }) => ({
        memberId,
        memberAssignment: AssignerProtocol.MemberAssignment.encode({
          version: 1,
          assignment: { [topic]: [partition] },
          userData: Buffer.alloc(0),
        }),
      })),
    protocol: ({ topics }) => ({
      name: 'OnlyPartition',
      metadata: AssignerProtocol.MemberMetadata.encode({ version: 1, topics, userData: Buffer.alloc(0) }),
    }),
  });
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
