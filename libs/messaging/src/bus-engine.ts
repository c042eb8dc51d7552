/**
 * The bus as the rest of Tributary sees it, with two engines: Kafka and in-process.
 *
 * topic – a named stream, split into partitions by key: messages are in order within a partition
 * group – consumers that share a topic's work: each message goes to one of them
 * batch – consecutive messages of one partition, delivered together
 * resolve – to confirm everything up to a message, so that it is not delivered again
 */
export interface BusEngine {
  /** Limits of a relay's publishing: messages at a time, and ordered publishes that may run at once. */
  readonly publishing: { readonly batchSize: number; readonly inFlightMax: number };

  /**
   * Whether the engine polls: batches come as polls find them, and later ones once these are done, so it gains nothing
   * to let one wait for others.
   */
  readonly polls: boolean;

  /** Creates the topics that are missing; may be called by several instances at once. */
  ensureTopics(topics: readonly TopicSpec[]): Promise<void>;

  /**
   * Resolves once the bus has durably accepted the messages. Messages of one key stay in order. After a failure a
   * message may be delivered twice, but is never lost silently.
   */
  publish(messages: readonly OutgoingMessage[]): Promise<void>;

  /** Joins a group; batches come until `stop`. A batch that was not resolved is delivered again. */
  consume(options: ConsumeOptions): Promise<Consumption>;

  /** Opens a channel whose replies only this instance receives. */
  openReplyChannel(onReply: (message: ReceivedMessage) => void): Promise<ReplyChannel>;

  /** Reason why the bus is unavailable, in one line without addresses; null if it is available. Used by readiness. */
  whyNotHealthy(): string | null;

  /** Whether a start waits for an operator to create something at the bus, such as topics: it may end if that is missing. */
  awaitsOperator(): boolean;

  close(): Promise<void>;
}

export interface TopicSpec {
  readonly name: string;
  readonly partitions: number;
  /** The groups that must have consumed a message before it may be deleted. */
  readonly consumerGroups: readonly string[];
}

export interface OutgoingMessage {
  readonly topic: string;
  readonly key: string;
  /** Text in UTF-8 of JSON, at most 512 KiB. */
  readonly value: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Partition; absent: chosen by the key. */
  readonly partition?: number;
}

export interface ReceivedMessage extends OutgoingMessage {
  readonly partition: number;
  readonly offset: string;
}

export interface ConsumeOptions {
  readonly group: string;
  readonly topics: readonly string[];
  /** Number of partitions that this member processes at once. */
  readonly concurrency: number;
  /** Time for which messages may wait to be delivered in one batch; 0 by default. */
  readonly lingerMs?: number;
  readonly onBatch: (batch: Batch) => Promise<void>;
}

export interface Batch {
  readonly topic: string;
  readonly partition: number;
  readonly messages: readonly ReceivedMessage[];
  /** Marks all messages up to and including this one as processed. */
  resolve(message: ReceivedMessage): void;
  /** True once the partition has moved to another member or the consumption stops: stop processing. */
  isStale(): boolean;
}

export interface Consumption {
  /** Lets running batches end, commits what was resolved, and leaves the group. */
  stop(): Promise<void>;
}

export interface ReplyChannel {
  /** Address that is sent with a command, for its reply. */
  readonly address: ReplyAddress;
  close(): Promise<void>;
}

/** Address of a reply: a partition that the requesting instance reads, and the name by which it recognizes its replies. */
export interface ReplyAddress {
  readonly topic: string;
  readonly partition: number;
  readonly instance: string;
}

/** Largest message value, in bytes, that producers may build; brokers accept 1 MiB by default. */
export const MAX_MESSAGE_BYTES = 512 * 1024;

/** The brokers do not accept a message of this size, and never will. */
export class MessageTooLargeError extends Error {
  override readonly name = 'MessageTooLargeError';
}
