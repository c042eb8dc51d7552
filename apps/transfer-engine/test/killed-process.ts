import { topics } from '@tributary/contracts';
import { InProcessBroker } from '@tributary/messaging';
import { createPino, ServiceLogger } from '@tributary/service';
import { startTransferEngine } from '../src/platform/start';
import { TransferEngineConfig } from '../src/transfer-engine.config';

/**
 * The service as a process of its own, to be killed: takes its configuration as the first message, says that it is ready
 * with another, and ends in order with the second. No other service consumes what it publishes; what it sends to
 * destinations is real.
 */
process.once('message', (config: TransferEngineConfig) => {
  const broker = new InProcessBroker();
  broker.declare(topics().map(({ name }) => ({ name, partitions: 1, consumerGroups: [] })));
  const logger = new ServiceLogger(createPino({ service: 'transfer-engine', level: 'silent' }));
  startTransferEngine(config, { broker, logger }).then(
    (service) => {
      process.once('message', () => void service.stop().then(() => process.exit(0)));
      process.send?.('ready');
    },
    () => process.exit(1),
  );
});
process.once('disconnect', () => process.exit(0));
