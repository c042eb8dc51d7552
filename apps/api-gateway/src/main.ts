import './platform/telemetry';
import { runService } from '@tributary/service';
import { readApiGatewayConfig, startApiGateway } from './index';

void runService({
  service: 'api-gateway',
  readConfig: readApiGatewayConfig,
  start: (config) => startApiGateway(config, {}),
});
