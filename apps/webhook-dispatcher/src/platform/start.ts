import { RunningService, Runtime, startService } from '@tributary/service';
import { WebhookDispatcherConfig } from '../webhook-dispatcher.config';
import { WebhookDispatcherModule } from '../webhook-dispatcher.module';

/** Starts the service; in one process with others where the runtime brings a broker. */
export function startWebhookDispatcher(
  config: WebhookDispatcherConfig,
  runtime: Runtime = {},
): Promise<RunningService> {
  return startService({ config, module: WebhookDispatcherModule.register(config, runtime) });
}
