import { describeKafka, testKafka, uniquePrefix } from '@tributary/testing';
import { KafkaEngine } from '../../src/engines/kafka/kafka-engine';
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
});
