import { InProcessBroker } from '../../src/engines/in-process/in-process-broker';
import { InProcessEngine } from '../../src/engines/in-process/in-process-engine';
import { busEngineConformance } from './bus-engine.conformance';

describe('the bus inside one process', () => {
  busEngineConformance(async () => {
    const broker = new InProcessBroker();
    return { engine: () => new InProcessEngine(broker), close: async () => undefined };
  });
});
