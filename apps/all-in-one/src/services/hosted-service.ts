import { readApiGatewayConfig, startApiGateway } from '@tributary/api-gateway';
import { ServiceName } from '@tributary/contracts';
import { readIngestionSyncConfig, startIngestionSync } from '@tributary/ingestion-sync';
import { readRuleEngineConfig, startRuleEngine } from '@tributary/rule-engine';
import {
  EnvironmentReader,
  nameHosts,
  PlatformConfig,
  readPlatformConfig,
  RunningService,
  Runtime,
} from '@tributary/service';
import { readTransferEngineConfig, startTransferEngine } from '@tributary/transfer-engine';
import { readWebhookDispatcherConfig, startWebhookDispatcher } from '@tributary/webhook-dispatcher';

type StartHosted = (environment: NodeJS.ProcessEnv, runtime: Runtime) => Promise<RunningService>;

const HOSTED: Readonly<Record<ServiceName, StartHosted>> = {
  'api-gateway': hosted('api-gateway', readApiGatewayConfig, startApiGateway),
  'ingestion-sync': hosted('ingestion-sync', readIngestionSyncConfig, startIngestionSync),
  'rule-engine': hosted('rule-engine', readRuleEngineConfig, startRuleEngine),
  'transfer-engine': hosted('transfer-engine', readTransferEngineConfig, startTransferEngine),
  'webhook-dispatcher': hosted('webhook-dispatcher', readWebhookDispatcherConfig, startWebhookDispatcher),
};

/** Starts a service in this process, with the settings that a separate process would read. */
export function startHosted(
  service: ServiceName,
  environment: NodeJS.ProcessEnv,
  runtime: Runtime,
): Promise<RunningService> {
  return HOSTED[service](environment, runtime);
}

function hosted<C extends PlatformConfig>(
  service: ServiceName,
  readConfig: (platform: PlatformConfig, env: EnvironmentReader) => C,
  start: (config: C, runtime: Runtime) => Promise<RunningService>,
): StartHosted {
  return (environment, runtime) => {
    const env = new EnvironmentReader(environment);
    const config = readConfig(readPlatformConfig(service, env), env);
    env.check(service);
    nameHosts(env.urlsRead);
    return start(config, runtime);
  };
}
