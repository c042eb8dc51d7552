import { InProcessBroker, InProcessEngine } from '@tributary/messaging';
import { serviceConformance } from './service.conformance';

describe('a service on the bus inside one process', () => {
  serviceConformance(async () => {
    const broker = new InProcessBroker();
    return { config: {}, runtime: { broker }, engine: () => new InProcessEngine(broker) };
  });
});
