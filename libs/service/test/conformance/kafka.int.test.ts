import { KafkaEngine } from '@tributary/messaging';
import { describeKafka, testKafka, uniquePrefix } from '@tributary/testing';
import { serviceConformance } from './service.conformance';

jest.setTimeout(90_000);

describeKafka('a service on Kafka', () => {
  serviceConformance(async () => {
    const kafkaBrokers = [await testKafka()];
    const kafkaTopicPrefix = uniquePrefix();
    return {
      config: { kafkaBrokers, kafkaTopicPrefix },
      runtime: {},
      engine: () => new KafkaEngine({ brokers: kafkaBrokers, clientId: 'outside', prefix: kafkaTopicPrefix }),
    };
  });
});
