/**
 * The bus as the rest of Tributary sees it; two engines stand behind it, Kafka and in-process.
 *
 * topic      – a named stream, split into partitions by key: order holds within a partition
 * group      – consumers that share a topic's work: each message goes to one of them
 * batch      – consecutive messages of one partition, handed over together
 * resolve    – to say that everything up to a message is done, so it is not delivered again
 */
export interface BusEngine {
  /** How a relay should publish: messages at a time, and how many publishes may be under way in order. */
  readonly publishing: { readonly batchSize: number; readonly inFlightMax: number };

  /** Creates the topics that are missing; may be called by several instances at once. */
  ensureTopics(topics: readonly TopicSpec[]): Promise<void>;

  /**
   * Resolves once the bus has taken the messages for good. Those of one key keep their order. May deliver
   * twice after a failure, never silently not at all.
   */
  publish(messages: readonly OutgoingMessage[]): Promise<void>;

  /** Joins a group; batches come until `stop`. A batch that was not resolved is delivered again. */
  consume(options: ConsumeOptions): Promise<Consumption>;

  /** Opens a channel on which replies reach this instance alone. */
  openReplyChannel(onReply: (message: ReceivedMessage) => void): Promise<ReplyChannel>;

  /** Why the bus cannot be used now, in one line without addresses; null while it can. Used by readiness. */
  whyNotHealthy(): string | null;

  close(): Promise<void>;
}

export interface TopicSpec {
  readonly name: string;
  readonly partitions: number;
  /** The groups that must have taken a message before it may be forgotten. */
  readonly consumerGroups: readonly string[];
}

export interface OutgoingMessage {
  readonly topic: string;
  readonly key: string;
  /** UTF-8 JSON, at most 512 KiB. */
  readonly value: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Chosen by the key where it is not given. */
  readonly partition?: number;
}

export interface ReceivedMessage extends OutgoingMessage {
  readonly partition: number;
  readonly offset: string;
}

export interface ConsumeOptions {
  readonly group: string;
  readonly topics: readonly string[];
  /** How many partitions are worked on at once by this member. */
  readonly concurrency: number;
  /** How long messages may wait for others to come in one batch; not at all by default. */
  readonly lingerMs?: number;
  readonly onBatch: (batch: Batch) => Promise<void>;
}

export interface Batch {
  readonly topic: string;
  readonly partition: number;
  readonly messages: readonly ReceivedMessage[];
  /** Everything up to and including this message is done. */
  resolve(message: ReceivedMessage): void;
  /** True once the partition has moved to another member or the consumption stops: leave the rest. */
  isStale(): boolean;
}

export interface Consumption {
  /** Lets batches under way end, commits what was resolved, and leaves the group. */
  stop(): Promise<void>;
}

export interface ReplyChannel {
  /** Sent along with a command, so that the reply finds its way back. */
  readonly address: ReplyAddress;
  close(): Promise<void>;
}

/** Where a reply goes: a partition that the asking instance reads, and the name it knows its own replies by. */
export interface ReplyAddress {
  readonly topic: string;
  readonly partition: number;
  readonly instance: string;
}

/** Largest message value, in bytes, that producers may build; brokers take 1 MiB by default. */
export const MAX_MESSAGE_BYTES = 512 * 1024;
