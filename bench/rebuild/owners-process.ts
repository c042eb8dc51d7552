import { readApiGatewayConfig, startApiGateway } from '@tributary/api-gateway';
import { ServiceName, SERVICES } from '@tributary/contracts';
import { readIngestionSyncConfig, startIngestionSync } from '@tributary/ingestion-sync';
import { InProcessBroker } from '@tributary/messaging';
import { readRuleEngineConfig, startRuleEngine } from '@tributary/rule-engine';
import { EnvironmentReader, PlatformConfig, readPlatformConfig } from '@tributary/service';
import { readTransferEngineConfig, startTransferEngine } from '@tributary/transfer-engine';
import { readWebhookDispatcherConfig, startWebhookDispatcher } from '@tributary/webhook-dispatcher';

/**
 * The owners and a gateway that fills the model, in a process of their own; requests are answered by another gateway on
 * the same schema. `<SERVICE>_DATABASE_URL` says where each is.
 */
async function main(): Promise<void> {
  const broker = new InProcessBroker();
  const running = await Promise.all([
    startApiGateway(configOf('api-gateway', readApiGatewayConfig), { broker }),
    startIngestionSync(configOf('ingestion-sync', readIngestionSyncConfig), { broker }),
    startRuleEngine(configOf('rule-engine', readRuleEngineConfig), { broker }),
    startTransferEngine(configOf('transfer-engine', readTransferEngineConfig), { broker }),
    startWebhookDispatcher(configOf('webhook-dispatcher', readWebhookDispatcherConfig), { broker }),
  ]);
  process.send?.({ ready: SERVICES.length });
  const stop = (): void =>
    void Promise.all(running.map((service) => service.stop())).finally(() => process.exit());
  process.once('SIGTERM', stop);
  process.once('disconnect', stop);
}

function configOf<C>(service: ServiceName, read: (platform: PlatformConfig, env: EnvironmentReader) => C): C {
  const url = process.env[`${service.replaceAll('-', '_').toUpperCase()}_DATABASE_URL`] ?? '';
  const env = new EnvironmentReader({ ...process.env, DATABASE_URL: url });
  const config = read(readPlatformConfig(service, env), env);
  env.check(service);
  return config;
}

void main();
