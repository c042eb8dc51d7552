import { describeKafka, testKafka, uniquePrefix } from '@tributary/testing';
import { KafkaEngine } from '../../src/engines/kafka/kafka-engine';
import { topicSpecs } from '../../src/topic-specs';
import { busEngineConformance } from './bus-engine.conformance';

jest.setTimeout(90_000);

describeKafka('the bus on Kafka', () => {
  busEngineConformance(async () => {
    const brokers = [await testKafka()].flat();
    const prefix = uniquePrefix();
    return {
      engine: () => new KafkaEngine({ brokers, clientId: 'conformance', prefix, sessionTimeoutMs: 30_000 }),
      close: async () => undefined,
    };
  });

  it('takes messages from each of ten services that start together on a broker without topics', async () => {
    const brokers = [await testKafka()].flat();
    const prefix = uniquePrefix();
    const engines = Array.from(
      { length: 10 },
      (_, nth) => new KafkaEngine({ brokers, clientId: `starter-${nth}`, prefix }),
    );
    const topics = topicSpecs(4);
    const startAndPublish = async (engine: KafkaEngine): Promise<void> => {
      await engine.ensureTopics(topics);
      await engine.publish(topics.map(({ name }) => ({ topic: name, key: 'one', value: '{}', headers: {} })));
    };
    try {
      await Promise.all(engines.map(startAndPublish));
    } finally {
      await Promise.all(engines.map((engine) => engine.close()));
    }
  });
});
