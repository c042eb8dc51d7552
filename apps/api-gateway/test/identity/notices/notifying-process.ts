import { createPino, EnvironmentReader, readPlatformConfig, ServiceLogger } from '@tributary/service';
import { brokerFor } from '@tributary/testing/services';
import { readApiGatewayConfig } from '../../../src/api-gateway.config';
import { startApiGateway } from '../../../src/platform/start';

/** As a process of its own, to be killed: a gateway with the settings that it is sent. */
process.once('message', (settings: Readonly<Record<string, string>>) => {
  const env = new EnvironmentReader(settings);
  const config = readApiGatewayConfig(readPlatformConfig('api-gateway', env), env);
  env.check('api-gateway');
  const logger = new ServiceLogger(createPino({ service: 'api-gateway', level: 'silent' }));
  void startApiGateway(config, { broker: brokerFor(['api-gateway'], config.partitions), logger });
});
