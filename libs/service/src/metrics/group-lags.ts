import { InProcessBroker, KafkaGroups, topicSpecs, TopicLag } from '@tributary/messaging';

/** Messages of a topic that a consumer group has not consumed yet. */
export interface GroupLag {
  readonly group: string;
  readonly topic: string;
  readonly lag: number;
}

/** Reads how far the service's consumer groups are behind. */
export interface GroupLags {
  read(): Promise<readonly GroupLag[]>;
  close(): Promise<void>;
}

/** The queues of a bus inside the process. */
export function lagsInProcess(names: readonly string[], broker: InProcessBroker): GroupLags {
  return {
    read: async () => names.flatMap((group) => withTopicsOf(group, broker.lags(group))),
    close: async () => undefined,
  };
}

/** Lags on Kafka; it connects at the first read, so that without metrics there is no connection. */
export function lagsOnKafka(names: readonly string[], at: KafkaGroups): GroupLags {
  let connecting: Promise<void> | null = null;
  return {
    read: async () => {
      connecting ??= at.connect();
      await connecting.catch((error: unknown) => {
        connecting = null;
        throw error;
      });
      const statuses = await at.statuses(names);
      return statuses.flatMap(({ group, lags }) => withTopicsOf(group, lags));
    },
    close: async () => {
      if (connecting) await at.close();
    },
  };
}

/** Adds topics of which the group has consumed nothing yet: otherwise a curve would begin only with the first message. */
function withTopicsOf(group: string, lags: readonly TopicLag[]): GroupLag[] {
  const declared = topicSpecs(1)
    .filter(({ consumerGroups }) => consumerGroups.includes(group))
    .map(({ name }): [string, number] => [name, 0]);
  const known = new Map([...declared, ...lags.map(({ topic, lag }): [string, number] => [topic, lag])]);
  return [...known].map(([topic, lag]) => ({ group, topic, lag }));
}
