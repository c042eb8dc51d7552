import { RunningService, Runtime, startService } from '@tributary/service';
import { WebhookDispatcherConfig } from '../webhook-dispatcher.config';
import { WebhookDispatcherModule } from '../webhook-dispatcher.module';

/** Starts the service, in a process of its own or (if the runtime has a broker) in a shared one. */
export function startWebhookDispatcher(
  config: WebhookDispatcherConfig,
  runtime: Runtime = {},
): Promise<RunningService> {
  return startService({ config, module: WebhookDispatcherModule.register(config, runtime) });
}
