import { Admin, Kafka, logLevel } from 'kafkajs';
import { clientSecurity, KafkaSecurity } from '../engines/kafka/kafka-security';

/** Settings of the connection to the groups of a cluster. */
export interface KafkaGroupsOptions {
  readonly brokers: readonly string[];
  readonly security?: KafkaSecurity;
  readonly prefix?: string;
}

export interface GroupStatus {
  readonly group: string;
  /** Kafka's name of the state: `Stable` once all members have their partitions. */
  readonly state: string;
  readonly members: number;
  /** Messages that the group has not consumed yet, over all its topics. */
  readonly lag: number;
  /** Messages that the group has not consumed yet, by topic, without the prefix of the system. */
  readonly lags: readonly TopicLag[];
}

/** Messages of a topic that a group has not consumed yet. */
export interface TopicLag {
  readonly topic: string;
  readonly lag: number;
}

const EMPTY_WITHIN_MS = 60_000;

/** Reads and resets consumer groups, for operators. */
export class KafkaGroups {
  private readonly admin: Admin;
  private readonly prefix: string;

  constructor(options: KafkaGroupsOptions) {
    this.prefix = options.prefix ?? '';
    const retry = { initialRetryTime: 100, maxRetryTime: 1000, retries: 8 };
    const brokers = [...options.brokers];
    this.admin = new Kafka({
      clientId: 'operator',
      brokers,
      ...clientSecurity(options.security),
      logLevel: logLevel.NOTHING,
      retry,
    }).admin();
  }

  async connect(): Promise<void> {
    await this.admin.connect();
  }

  async close(): Promise<void> {
    await this.admin.disconnect();
  }

  async statuses(groups: readonly string[]): Promise<GroupStatus[]> {
    const described = await this.admin.describeGroups(groups.map((group) => this.prefix + group));
    const ends = new Map<string, Promise<Map<number, number>>>();
    return Promise.all(
      groups.map(async (group, index) => {
        const { state = 'Dead', members = [] } = described.groups[index] ?? {};
        const lags = await this.lagsOf(group, ends);
        const lag = lags.reduce((sum, one) => sum + one.lag, 0);
        return { group, state, members: members.length, lag, lags };
      }),
    );
  }

  /**
   * Makes the groups consume everything that their topics still have once more, by deleting their offsets: Tributary's
   * consumers then begin at the beginning, and ignore what they have applied. Their members must have stopped; this
   * waits until the broker has noticed.
   */
  async rewind(groups: readonly string[]): Promise<void> {
    const states = await Promise.all(groups.map((group) => this.untilEmpty(this.prefix + group)));
    const known = groups.filter((_, index) => states[index] === 'Empty');
    await this.admin.deleteGroups(known.map((group) => this.prefix + group));
  }

  private async lagsOf(group: string, ends: Map<string, Promise<Map<number, number>>>): Promise<TopicLag[]> {
    const taken = await this.admin.fetchOffsets({ groupId: this.prefix + group });
    const lags = taken.map(async ({ topic, partitions }) => {
      const known = ends.get(topic) ?? this.endsOf(topic);
      ends.set(topic, known);
      const end = await known;
      // An offset of -1 means that nothing was consumed from this partition yet.
      const behind = partitions.map(
        ({ partition, offset }) => (end.get(partition) ?? 0) - Math.max(0, Number(offset)),
      );
      const lag = behind.reduce((sum, one) => sum + one, 0);
      return { topic: topic.slice(this.prefix.length), lag };
    });
    return Promise.all(lags);
  }

  private async endsOf(topic: string): Promise<Map<number, number>> {
    const offsets = await this.admin.fetchTopicOffsets(topic);
    return new Map(offsets.map(({ partition, high }) => [partition, Number(high)]));
  }

  /** Waits until the group is `Empty`, or `Dead` if the broker does not know it. */
  private async untilEmpty(groupId: string): Promise<'Empty' | 'Dead'> {
    for (const until = Date.now() + EMPTY_WITHIN_MS; ;) {
      const { groups } = await this.admin.describeGroups([groupId]);
      const state = groups[0]?.state;
      if (state === 'Empty' || state === 'Dead') return state;
      if (Date.now() > until) throw new Error(`${groupId} still has members: stop the service first`);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}
