import './telemetry';
import { runService } from '@tributary/service';
import { startWebhookDispatcher } from './start-webhook-dispatcher';
import { readWebhookDispatcherConfig } from './webhook-dispatcher.config';

void runService({
  service: 'webhook-dispatcher',
  readConfig: readWebhookDispatcherConfig,
  start: (config) => startWebhookDispatcher(config),
});
