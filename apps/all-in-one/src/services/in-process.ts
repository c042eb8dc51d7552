import { readApiGatewayConfig, startApiGateway } from '@tributary/api-gateway';
import { ServiceName } from '@tributary/contracts';
import { readIngestionSyncConfig, startIngestionSync } from '@tributary/ingestion-sync';
import { BusTransport, CommandClient, InProcessBroker } from '@tributary/messaging';
import { readRuleEngineConfig, startRuleEngine } from '@tributary/rule-engine';
import {
  createPino,
  EnvironmentReader,
  PlatformConfig,
  readPlatformConfig,
  RunningService,
  Runtime,
  ServiceLogger,
} from '@tributary/service';
import { readTransferEngineConfig, startTransferEngine } from '@tributary/transfer-engine';
import { readWebhookDispatcherConfig, startWebhookDispatcher } from '@tributary/webhook-dispatcher';
import type { RunningSystem } from './running-system';
import { serviceEnvironment, SystemSettings } from './service-environment';

/** Hosts the five services in this process, on a bus of its own. */
export async function startInProcess(settings: SystemSettings, logFile: string): Promise<RunningSystem> {
  const began = performance.now();
  const broker = new InProcessBroker();
  const runtime = (service: ServiceName): Runtime => ({
    broker,
    logger: new ServiceLogger(createPino({ service, file: logFile, level: process.env.LOG_LEVEL })),
  });
  const start = <C extends PlatformConfig>(
    service: ServiceName,
    readConfig: (platform: PlatformConfig, env: EnvironmentReader) => C,
    startService: (config: C, runtime: Runtime) => Promise<RunningService>,
  ): Promise<RunningService> => startService(configOf(service, settings, readConfig), runtime(service));

  const services = await Promise.all([
    start('api-gateway', readApiGatewayConfig, startApiGateway),
    start('webhook-dispatcher', readWebhookDispatcherConfig, startWebhookDispatcher),
    start('transfer-engine', readTransferEngineConfig, startTransferEngine),
    start('rule-engine', readRuleEngineConfig, startRuleEngine),
    start('ingestion-sync', readIngestionSyncConfig, startIngestionSync),
  ]);
  const [gateway] = services;
  const startS = (performance.now() - began) / 1000;
  return {
    gatewayUrl: gateway.url,
    commands: gateway.app.get(CommandClient),
    measures: async () => [
      { name: 'tributary', pid: process.pid, startS, rssMb: process.memoryUsage.rss() / 2 ** 20 },
    ],
    failed: new Promise(() => undefined),
    stop: () => stopAll(services),
  };
}

function configOf<C>(
  service: ServiceName,
  settings: SystemSettings,
  readConfig: (platform: PlatformConfig, env: EnvironmentReader) => C,
): C {
  const env = new EnvironmentReader(serviceEnvironment(service, settings));
  const config = readConfig(readPlatformConfig(service, env), env);
  env.check(service);
  return config;
}

/** Relays first, while all consumers still take what is under way; then everything else. */
async function stopAll(services: readonly RunningService[]): Promise<void> {
  await Promise.all(services.map(({ app }) => app.get(BusTransport).stopRelay()));
  await Promise.all(services.map((service) => service.stop()));
}
