import { BusEngine, OutgoingMessage } from '@tributary/messaging';
import { createRequire } from 'node:module';
import path from 'node:path';

/** What of the port a comparison needs. */
export type ComparedEngine = Pick<BusEngine, 'publish' | 'consume' | 'close'>;

interface Received {
  readonly topic: string;
  readonly partition: number;
  readonly offset: bigint;
  readonly key: string;
  readonly value: string;
  readonly headers: ReadonlyMap<string, string>;
}

/** The part of @platformatic/kafka that is used here; it is not installed with the project. */
interface Platformatic {
  readonly stringSerializers: object;
  readonly stringDeserializers: object;
  readonly Producer: new (options: object) => {
    send(options: { messages: readonly object[]; acks: number }): Promise<unknown>;
    close(): Promise<void>;
  };
  readonly Consumer: new (options: object) => {
    consume(options: object): Promise<AsyncIterable<Received> & { close(): Promise<void> }>;
    close(force: boolean): Promise<void>;
  };
}

/** @platformatic/kafka behind the port. @param folder where it is installed; null: it is not compared */
export function platformaticEngine(folder: string | undefined, broker: string): ComparedEngine | null {
  if (folder === undefined) return null;
  const load = createRequire(path.join(folder, 'package.json'));
  return new PlatformaticEngine(load('@platformatic/kafka') as Platformatic, broker);
}

class PlatformaticEngine implements ComparedEngine {
  private readonly connection: object;
  private readonly producer: InstanceType<Platformatic['Producer']>;

  constructor(
    private readonly library: Platformatic,
    broker: string,
  ) {
    this.connection = { clientId: 'bench', bootstrapBrokers: [broker] };
    this.producer = new library.Producer({ ...this.connection, serializers: library.stringSerializers });
  }

  async publish(messages: readonly OutgoingMessage[]): Promise<void> {
    const records = messages.map(({ topic, key, value, headers }) => ({ topic, key, value, headers }));
    await this.producer.send({ messages: records, acks: -1 });
  }

  async consume({
    group,
    topics,
    onBatch,
  }: Parameters<BusEngine['consume']>[0]): Promise<{ stop(): Promise<void> }> {
    const consumer = new this.library.Consumer({
      ...this.connection,
      groupId: group,
      deserializers: this.library.stringDeserializers,
    });
    const limits = { minBytes: 1, maxWaitTime: 1000, autocommit: 100 };
    const stream = await consumer.consume({ topics, mode: 'earliest', ...limits });
    const reading = (async () => {
      for await (const { topic, partition, offset, key, value, headers } of stream) {
        const message = {
          topic,
          partition,
          offset: String(offset),
          key,
          value,
          headers: Object.fromEntries(headers),
        };
        await onBatch({
          topic,
          partition,
          messages: [message],
          resolve: () => undefined,
          isStale: () => false,
        });
      }
    })();
    return {
      stop: async () => {
        await stream.close();
        await reading;
        await consumer.close(true);
      },
    };
  }

  close(): Promise<void> {
    return this.producer.close();
  }
}
