export { MIGRATIONS } from './migrations/migrations';
export { startWebhookDispatcher } from './start-webhook-dispatcher';
export { readWebhookDispatcherConfig, type WebhookDispatcherConfig } from './webhook-dispatcher.config';
export { WebhookDispatcherModule } from './webhook-dispatcher.module';
