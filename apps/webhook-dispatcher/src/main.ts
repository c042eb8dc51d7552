import './platform/telemetry';
import { runService } from '@tributary/service';
import { startWebhookDispatcher } from './platform/start';
import { readWebhookDispatcherConfig } from './webhook-dispatcher.config';

void runService({
  service: 'webhook-dispatcher',
  readConfig: readWebhookDispatcherConfig,
  start: (config) => startWebhookDispatcher(config),
});
