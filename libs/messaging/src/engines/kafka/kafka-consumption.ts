import { setTimeout as delay } from 'node:timers/promises';
import { Consumer, EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';
import { Batch, ConsumeOptions, ReceivedMessage } from '../../bus-engine';

interface Timing {
  readonly sessionTimeoutMs: number;
  readonly onFailure: (error: unknown) => void;
  /** Called at every rebalance, when the member has its partitions. */
  readonly onJoined: (group: string) => void;
}

const RESTART_PAUSE_MS = 1000;
const HEARTBEAT_MS_MAX = 1000;

/**
 * One member of a Kafka group. Only the offsets of resolved messages are committed. A timer sends heartbeats while a
 * batch is processed: kafkajs itself sends none in that time, and the group would remove the member. A consumer that
 * kafkajs gave up is created again.
 */
export class KafkaConsumption {
  private consumer: Consumer | null = null;
  private stopped = false;
  private joined = false;
  private readonly linger: Linger;
  private joinedOnce: () => void = () => undefined;
  /**
   * Resolves with the join of any consumer: the first one may crash before it has joined (a young broker has no
   * coordinator yet).
   */
  private readonly firstJoin = new Promise<void>((resolve) => (this.joinedOnce = resolve));

  constructor(
    private readonly kafka: Kafka,
    private readonly prefix: string,
    private readonly options: ConsumeOptions,
    private readonly timing: Timing,
  ) {
    this.linger = new Linger(options.lingerMs ?? 0, options.concurrency);
  }

  isJoined(): boolean {
    return this.joined;
  }

  /** Resolves when the member has joined its group for the first time, or was stopped before. */
  async start(): Promise<void> {
    await this.begin().catch(async (error: unknown) => {
      this.timing.onFailure(error);
      if (this.consumer) await this.startAgain(this.consumer);
    });
    await this.firstJoin;
  }

  private async begin(): Promise<void> {
    const consumer = this.kafka.consumer({
      groupId: this.prefix + this.options.group,
      sessionTimeout: this.timing.sessionTimeoutMs,
      rebalanceTimeout: this.timing.sessionTimeoutMs + 5000,
      heartbeatInterval: this.heartbeatMs,
      // The broker responds as soon as there is a message. Between its responses kafkajs sends heartbeats.
      minBytes: 1,
      maxWaitTimeInMs: this.heartbeatMs,
      maxBytesPerPartition: 2 * 1024 * 1024,
      allowAutoTopicCreation: false,
      retry: {
        initialRetryTime: 200,
        maxRetryTime: 3000,
        retries: 8,
        restartOnFailure: async () => !this.stopped,
      },
    });
    this.consumer = consumer;
    consumer.on('consumer.group_join', () => {
      this.joined = true;
      this.timing.onJoined(this.options.group);
      this.joinedOnce();
    });
    consumer.on('consumer.crash', ({ payload }) => {
      this.joined = false;
      this.timing.onFailure(payload.error);
      if (!payload.restart) void this.startAgain(consumer);
    });
    await consumer.connect();
    await consumer.subscribe({
      topics: this.options.topics.map((topic) => this.prefix + topic),
      fromBeginning: true,
    });
    await consumer.run({
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: this.options.concurrency,
      eachBatch: (payload) => this.work(payload),
    });
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.joined = false;
    this.joinedOnce();
    this.linger.end();
    await this.consumer?.disconnect();
  }

  /** A member notices a rebalance with its next heartbeat, and no member processes messages until all have noticed. */
  private get heartbeatMs(): number {
    return Math.min(HEARTBEAT_MS_MAX, Math.floor(this.timing.sessionTimeoutMs / 5));
  }

  private async startAgain(crashed: Consumer): Promise<void> {
    await crashed.disconnect().catch(this.timing.onFailure);
    while (!this.stopped) {
      await new Promise((resolve) => setTimeout(resolve, RESTART_PAUSE_MS));
      if (this.stopped) return;
      try {
        await this.begin();
        return;
      } catch (error) {
        this.timing.onFailure(error);
        await this.consumer?.disconnect().catch(this.timing.onFailure);
      }
    }
  }

  private async work(payload: EachBatchPayload): Promise<void> {
    const left: { error: unknown } = { error: null };
    const beat = (): void => {
      payload.heartbeat().catch((error: unknown) => {
        left.error = error;
        this.linger.end();
      });
    };
    this.linger.end();
    const beganAtMs = performance.now();
    const heart = setInterval(beat, this.heartbeatMs);
    const gone = (): boolean =>
      this.stopped || left.error !== null || !payload.isRunning() || payload.isStale();
    try {
      await this.options.onBatch(this.toBatch(payload, gone));
      if (!gone()) await this.linger.after(beganAtMs, bytesOf(payload.batch.messages));
    } finally {
      clearInterval(heart);
    }
    if (left.error !== null) throw asError(left.error); // the group has a new generation: kafkajs joins it again
  }

  private toBatch(payload: EachBatchPayload, isStale: () => boolean): Batch {
    const topic = payload.batch.topic.slice(this.prefix.length);
    const { partition } = payload.batch;
    return {
      topic,
      partition,
      messages: payload.batch.messages.map((message) => toReceived(topic, partition, message)),
      resolve: (message) => payload.resolveOffset(message.offset),
      isStale,
    };
  }
}

function bytesOf(messages: readonly KafkaMessage[]): number {
  return messages.reduce((sum, { value }) => sum + (value?.length ?? 0), 0);
}

export function toReceived(topic: string, partition: number, message: KafkaMessage): ReceivedMessage {
  const headers = Object.entries(message.headers ?? {}).map(([name, value]) => [name, String(value)]);
  return {
    topic,
    partition,
    offset: message.offset,
    key: message.key?.toString() ?? '',
    value: message.value?.toString() ?? '',
    headers: Object.fromEntries(headers) as Record<string, string>,
  };
}

function asError(value: unknown): Error {
  return value instanceof Error ? value : new Error('the heartbeat failed', { cause: value });
}

/** A batch of this size is worth its transaction: the next one is fetched at once. */
const ENOUGH_BYTES = 128 * 1024;

/**
 * Lets messages gather for one batch, after a small one. kafkajs fetches again when all batches of its last fetch are
 * done; so the first message after a silence is processed at once, and those that follow within `ms` are fetched
 * together. Gathering at the broker (`minBytes`) would delay every message, and cause as many responses to an idle
 * consumer.
 */
class Linger {
  private readonly ends = new Set<AbortController>();

  /**
   * @param workers number of workers that process batches: one of them never lingers, because more batches may be
   * waiting for it
   */
  constructor(
    private readonly ms: number,
    private readonly workers: number,
  ) {}

  /** Ends the waits, because another batch begins, which may have waited for a worker, or the consumer stops. */
  end(): void {
    for (const end of this.ends) end.abort();
  }

  /** Waits until `ms` after the batch began. Does not wait if another batch begins, or if the batch was large. */
  async after(beganAtMs: number, bytes: number): Promise<void> {
    const leftMs = beganAtMs + this.ms - performance.now();
    if (leftMs <= 0 || bytes >= ENOUGH_BYTES || this.ends.size >= this.workers - 1) return;
    const end = new AbortController();
    this.ends.add(end);
    await delay(leftMs, undefined, { signal: end.signal }).catch(() => undefined);
    this.ends.delete(end);
  }
}
