import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  Admin,
  CompressionTypes,
  ITopicConfig,
  Kafka,
  logLevel,
  Message,
  Partitioners,
  Producer,
} from 'kafkajs';
import {
  BusEngine,
  ConsumeOptions,
  Consumption,
  MessageTooLargeError,
  OutgoingMessage,
  ReceivedMessage,
  ReplyChannel,
  TopicSpec,
} from '../../bus-engine';
import { KafkaConsumption } from './kafka-consumption';
import { clientSecurity, KafkaSecurity } from './kafka-security';
import { asBusFault, BusUnfitError, isTooLarge } from './kafka-fault';
import { createTopics, refuseMissingTopics } from './kafka-topics';
import { isOversized, publishRequests } from './publish-requests';
import { quietRequestQueues } from './quiet-request-queue';
import { waitUntilThere } from '../../wait-until-there';
import { openKafkaReplyChannel, REPLY_PARTITIONS, REPLY_TOPIC } from './kafka-reply-channel';

/** Time within which brokers become leaders of new topics, even while they are busy. */
const LED_WITHIN_MS = 60_000;

/** Settings of the connection to the brokers, and of creating missing topics. */
export interface KafkaOptions {
  readonly brokers: readonly string[];
  readonly clientId: string;
  readonly security?: KafkaSecurity;
  /** Prefix of all topics and groups, so that several systems can share a cluster. */
  readonly prefix?: string;
  readonly replicationFactor?: number;
  /** Retention of messages in topics that are created here; default: the broker's own setting. */
  readonly retentionMs?: number;
  /** `existing`: an operator creates the topics, and missing ones are refused. */
  readonly topics?: 'create' | 'existing';
  /** A member that is silent for longer loses its partitions. */
  readonly sessionTimeoutMs?: number;
  readonly onFailure?: (error: unknown) => void;
  /**
   * Time for which `ensureTopics` waits for unreachable brokers, and for topics that an operator creates, which brokers
   * show a moment after they acknowledged them; 0 by default.
   */
  readonly startWaitMs?: number;
  /** `ensureTopics` waits for unreachable brokers until `close`, whatever `startWaitMs` is. */
  readonly outlastsBrokers?: boolean;
  readonly onWaiting?: (error: unknown) => void;
  /** Called when the wait that `onWaiting` reported has ended. */
  readonly onThere?: () => void;
  /** Called when consumers that had joined lost all brokers, and `onBack` when they have joined again: once each. */
  readonly onLost?: (reason: string) => void;
  readonly onBack?: () => void;
  /** Called at every rebalance of a group: many rebalances in a row are a fault. */
  readonly onJoined?: (group: string) => void;
}

const LOOK_EVERY_MS = 500;

function isUnreachable(error: unknown): error is BusUnfitError {
  return error instanceof BusUnfitError && error.fault === 'unreachable';
}

/** Kafka through kafkajs: batches, explicit offsets, one producer for events and one for commands. */
export class KafkaEngine implements BusEngine {
  /** Limits of publishing. One publish at a time preserves the order of a key, even if the broker requires a retry. */
  readonly publishing = { batchSize: 500, inFlightMax: 1 };
  readonly polls = true;
  private readonly kafka: Kafka;
  private readonly prefix: string;
  private readonly producer: Producer;
  private readonly consumptions = new Set<KafkaConsumption>();
  private readonly channels = new Set<ReplyChannel>();
  private connecting: Promise<void> | null = null;
  private producerConnected = false;
  private latestFailure: unknown = null;
  private channelsOpening = 0;
  private consumptionsOpening = 0;
  private watchingLoss: Promise<void> | null = null;
  private topicsAwaited = false;
  private readonly closing = new AbortController();

  constructor(private readonly options: KafkaOptions) {
    quietRequestQueues();
    this.prefix = options.prefix ?? '';
    this.kafka = new Kafka({
      clientId: options.clientId,
      brokers: [...options.brokers],
      ...clientSecurity(options.security),
      logLevel: logLevel.NOTHING,
      connectionTimeout: 3000,
      requestTimeout: 20_000,
      retry: { initialRetryTime: 100, maxRetryTime: 2000, retries: 6 },
    });
    this.producer = this.kafka.producer({
      allowAutoTopicCreation: false,
      createPartitioner: Partitioners.DefaultPartitioner,
    });
    this.producer.on('producer.connect', () => (this.producerConnected = true));
    this.producer.on('producer.disconnect', () => (this.producerConnected = false));
  }

  /** @throws BusUnfitError if an operator has to do something first */
  ensureTopics(topics: readonly TopicSpec[]): Promise<void> {
    const { onWaiting, onThere } = this.options;
    return waitUntilThere(() => this.ensureTopicsNow(topics), {
      patienceMs: (error) => this.patienceMs(error),
      onWaiting: (error) => {
        this.latestFailure = error;
        this.topicsAwaited = error instanceof BusUnfitError && error.fault === 'missing-topics';
        onWaiting?.(error);
      },
      onThere: () => {
        this.topicsAwaited = false;
        onThere?.();
      },
      signal: this.closing.signal,
    });
  }

  /** Time that the start waits after a failure; no wait corrects a refused sign-in or a missing right. */
  private patienceMs(error: unknown): number {
    const { startWaitMs = 0, outlastsBrokers = false } = this.options;
    if (!(error instanceof BusUnfitError)) return 0;
    if (error.fault === 'unreachable') return outlastsBrokers ? Infinity : startWaitMs;
    if (error.fault === 'no-leader') return Math.max(startWaitMs, LED_WITHIN_MS);
    return error.fault === 'missing-topics' ? startWaitMs : 0;
  }

  private async ensureTopicsNow(topics: readonly TopicSpec[]): Promise<void> {
    try {
      await this.withAdmin((admin) => this.ensure(admin, topics));
      await this.connect();
    } catch (error) {
      throw asBusFault(error, this.options.brokers);
    }
  }

  /** @throws MessageTooLargeError */
  async publish(messages: readonly OutgoingMessage[]): Promise<void> {
    await this.connect();
    for (const request of publishRequests(messages)) {
      try {
        await this.send(request);
      } catch (error) {
        throw isTooLarge(error)
          ? new MessageTooLargeError('a message is too large', { cause: error })
          : error;
      }
    }
  }

  async consume(options: ConsumeOptions): Promise<Consumption> {
    const consumption = new KafkaConsumption(this.kafka, this.prefix, options, {
      sessionTimeoutMs: this.options.sessionTimeoutMs ?? 10_000,
      onFailure: (error) => this.failed(error),
      onJoined: this.options.onJoined ?? (() => undefined),
    });
    this.consumptions.add(consumption);
    this.consumptionsOpening += 1;
    try {
      await consumption.start();
    } finally {
      this.consumptionsOpening -= 1;
    }
    return {
      stop: async () => {
        this.consumptions.delete(consumption);
        await consumption.stop();
      },
    };
  }

  async openReplyChannel(onReply: (message: ReceivedMessage) => void): Promise<ReplyChannel> {
    this.channelsOpening += 1;
    try {
      const channel = await openKafkaReplyChannel({
        kafka: this.kafka,
        topic: this.prefix + REPLY_TOPIC,
        instance: randomUUID(),
        publish: (messages) => this.publish(messages),
        onReply,
        onFailure: (error) => this.failed(error),
      });
      this.channels.add(channel);
      return channel;
    } finally {
      this.channelsOpening -= 1;
    }
  }

  whyNotHealthy(): string | null {
    const joined = [...this.consumptions].every((consumption) => consumption.isJoined());
    if (this.producerConnected && joined && this.channelsOpening === 0) {
      this.latestFailure = null;
      return null;
    }
    if (this.topicsAwaited) return 'topics are missing: create them, or set KAFKA_TOPICS=create';
    const fault = asBusFault(this.latestFailure, ['the addresses in KAFKA_BROKERS']);
    return fault instanceof BusUnfitError
      ? fault.message
      : 'the brokers do not answer, or the consumers have not joined their groups yet';
  }

  awaitsOperator(): boolean {
    return this.topicsAwaited;
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.watchingLoss;
    await Promise.all([...this.consumptions].map((consumption) => consumption.stop()));
    await Promise.all([...this.channels].map((channel) => channel.close()));
    await this.producer.disconnect();
  }

  private async send(messages: readonly OutgoingMessage[]): Promise<void> {
    const byTopic = new Map<string, Message[]>();
    for (const { topic, key, value, headers, partition } of messages) {
      const list = byTopic.get(topic) ?? [];
      list.push({ key, value, partition, headers: { ...headers } });
      byTopic.set(topic, list);
    }
    await this.producer.sendBatch({
      acks: -1,
      timeout: 15_000,
      // Replies may be larger than brokers accept. Brokers count compressed bytes, which for JSON are about a tenth.
      compression: isOversized(messages) ? CompressionTypes.GZIP : CompressionTypes.None,
      topicMessages: [...byTopic].map(([topic, list]) => ({ topic: this.prefix + topic, messages: list })),
    });
  }

  private failed(error: unknown): void {
    this.latestFailure = error;
    this.options.onFailure?.(error);
    const isJoining =
      this.consumptions.size === 0 || this.consumptionsOpening > 0 || this.channelsOpening > 0;
    const fault = asBusFault(error, ['the addresses in KAFKA_BROKERS']);
    if (isJoining || this.closing.signal.aborted || !isUnreachable(fault)) return;
    this.watchingLoss ??= this.watchLoss(fault.message).finally(() => (this.watchingLoss = null));
  }

  /** Watches a consumer that lost its broker, which may have found another broker in the same moment. */
  private async watchLoss(reason: string): Promise<void> {
    const { signal } = this.closing;
    if (this.whyNotHealthy() === null) return;
    this.options.onLost?.(reason);
    while (this.whyNotHealthy() !== null) {
      await delay(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
    }
    this.options.onBack?.();
  }

  private async ensure(admin: Admin, topics: readonly TopicSpec[]): Promise<void> {
    const { replicationFactor = 1, retentionMs, topics: policy = 'create' } = this.options;
    const retention = { name: 'retention.ms', value: String(retentionMs) };
    const wanted = [...topics, { name: REPLY_TOPIC, partitions: REPLY_PARTITIONS }].map(
      ({ name, partitions }): ITopicConfig => ({
        topic: this.prefix + name,
        numPartitions: partitions,
        replicationFactor,
        ...(retentionMs === undefined ? {} : { configEntries: [retention] }),
      }),
    );
    await (policy === 'existing' ? refuseMissingTopics(admin, wanted) : createTopics(admin, wanted));
  }

  private async withAdmin(work: (admin: Admin) => Promise<void>): Promise<void> {
    const admin = this.kafka.admin();
    await admin.connect();
    try {
      await work(admin);
    } finally {
      await admin.disconnect();
    }
  }

  private connect(): Promise<void> {
    this.connecting ??= this.producer.connect().catch((error: unknown) => {
      this.connecting = null;
      throw error;
    });
    return this.connecting;
  }
}
