import { sampleTransaction, SAMPLE_TIME } from '@tributary/contracts';
import { KafkaEngine, OutgoingMessage } from '@tributary/messaging';
import { startKafkaBroker } from '@tributary/testing';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { inScratch, median, report, rounded } from './benchmark';
import { ComparedEngine, platformaticEngine } from './kafka-clients/platformatic';

/**
 * What Kafka's clients for Node cost, behind the bus' port, in turns on one broker: processor time of this process to
 * publish and to consume messages like those of the path. kafkajs is what Tributary uses; @platformatic/kafka is
 * compared if KAFKA_CLIENTS names a folder in which it is installed (`npm i @platformatic/kafka@1.35.0`).
 */
const ROUNDS = 5;
const PUBLISH_BYTES_MAX = 800 * 1024;
const SHAPES = [
  { name: 'single', messages: 10_000, transactions: 1 },
  { name: 'batches', messages: 1500, transactions: 20 },
];
type Shape = (typeof SHAPES)[number];

/** Milliseconds of processor time for a message. */
interface Cost {
  readonly publish: number;
  readonly consume: number;
}

async function main(): Promise<void> {
  await inScratch(async (scratch) => {
    const broker = await startKafkaBroker({ dataDir: path.join(scratch, 'kafka') });
    try {
      const figures: Record<string, object> = {};
      for (const shape of SHAPES) figures[shape.name] = await compare(shape, broker.brokers);
      report('kafka-clients', { ratios: {}, figures, limits: {} });
    } finally {
      await broker.stop();
    }
  });
}

async function compare(shape: Shape, broker: string): Promise<object> {
  const costs: Record<string, Cost[]> = {};
  const messages = messagesOf(shape);
  for (let round = 0; round <= ROUNDS; round += 1) {
    const kafkajs = new KafkaEngine({ brokers: [broker], clientId: 'bench' });
    const clients: Record<string, ComparedEngine | null> = {
      kafkajs,
      platformatic: platformaticEngine(process.env.KAFKA_CLIENTS, broker),
    };
    for (const [name, engine] of Object.entries(clients)) {
      if (!engine) continue;
      const topic = `${name}-${shape.name}-${round}`;
      await kafkajs.ensureTopics([{ name: topic, partitions: 4, consumerGroups: [] }]);
      const cost = await costOf(
        engine,
        messages.map((message) => ({ ...message, topic })),
      );
      if (round > 0) (costs[name] ??= []).push(cost); // the first round warms up
    }
    for (const engine of Object.values(clients)) await engine?.close();
  }
  return {
    bytes_per_message: messages[0]?.value.length,
    ...Object.fromEntries(Object.entries(costs).map(([name, list]) => [name, medianCost(list)])),
  };
}

async function costOf(engine: ComparedEngine, messages: readonly OutgoingMessage[]): Promise<Cost> {
  const publish = await cpuMsOf(async () => {
    for (const request of requestsOf(messages)) await engine.publish(request);
  });
  const bytes = messages.reduce((sum, { value }) => sum + value.length, 0);
  const consume = await cpuMsOf(() => consumed(engine, messages[0]?.topic ?? '', bytes));
  return { publish: publish / messages.length, consume: consume / messages.length };
}

function requestsOf(messages: readonly OutgoingMessage[]): OutgoingMessage[][] {
  const atATime = Math.min(500, Math.floor(PUBLISH_BYTES_MAX / (messages[0]?.value.length ?? 1)));
  const starts = Array.from({ length: Math.ceil(messages.length / atATime) }, (_, index) => index * atATime);
  return starts.map((start) => messages.slice(start, start + atATime));
}

/** Until as many bytes have come as were sent; on a busy machine some come twice. */
async function consumed(engine: ComparedEngine, topic: string, bytes: number): Promise<void> {
  let received = 0;
  let done: () => void = () => undefined;
  const all = new Promise<void>((resolve) => (done = resolve));
  const consumption = await engine.consume({
    group: randomUUID(),
    topics: [topic],
    concurrency: 4,
    onBatch: (batch) => {
      for (const message of batch.messages) {
        received += message.value.length;
        batch.resolve(message);
      }
      if (received >= bytes) done();
      return Promise.resolve();
    },
  });
  await all;
  await consumption.stop();
}

async function cpuMsOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function messagesOf({ messages, transactions }: Shape): OutgoingMessage[] {
  return Array.from({ length: messages }, (_, index) => ({
    topic: '',
    key: String(index % 1000),
    value: JSON.stringify({
      id: randomUUID(),
      occurredAt: SAMPLE_TIME,
      payload: {
        transactions: Array.from({ length: transactions }, (_, place) => transaction(index, place)),
      },
    }),
    headers: { traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01` },
  }));
}

function transaction(index: number, place: number): object {
  const description = `Order ${randomUUID()}`;
  return {
    id: 1_000_000 + index * 100 + place,
    raw: { ...sampleTransaction, amount: `-${index}.${place}`, description },
  };
}

function medianCost(costs: readonly Cost[]): Cost {
  return {
    publish: rounded(median(costs.map(({ publish }) => publish)), 4),
    consume: rounded(median(costs.map(({ consume }) => consume)), 4),
  };
}

void main();
