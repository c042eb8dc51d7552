export { MIGRATIONS } from './migrations/migrations';
export { startWebhookDispatcher } from './platform/start';
export { readWebhookDispatcherConfig, type WebhookDispatcherConfig } from './webhook-dispatcher.config';
export { WebhookDispatcherModule } from './webhook-dispatcher.module';
