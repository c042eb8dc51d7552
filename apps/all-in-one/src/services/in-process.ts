import { ServiceName } from '@tributary/contracts';
import { BusTransport, CommandClient, InProcessBroker } from '@tributary/messaging';
import { LatestTrouble } from '@tributary/persistence';
import {
  createPino,
  Folders,
  openLogFile,
  RunningService,
  serveMetrics,
  ServiceLogger,
} from '@tributary/service';
import { startHosted } from './hosted-service';
import type { RunningSystem } from './running-system';
import { gatewayConfig, InstallationSettings, serviceEnvironment } from './service-environment';

/** Called when a service meets a failure, which is also in its log. */
export type OnTrouble = (service: ServiceName, what: string, error: unknown) => void;

export interface InProcessOptions {
  readonly onTrouble?: OnTrouble;
  /** Folders of the program whose disks are watched and measured. */
  readonly folders?: Folders;
  /** Reports the begin and the end of problems of the machine: disks that are nearly full, clocks that are wrong. */
  readonly report?: (line: string) => void;
}

/** Runs the five services in this process, on an internal bus. */
export async function startInProcess(
  settings: InstallationSettings,
  logFile: string,
  { onTrouble = () => undefined, folders, report }: InProcessOptions = {},
): Promise<RunningSystem> {
  const began = performance.now();
  const broker = new InProcessBroker();
  await serveMetrics('Tributary', gatewayConfig(settings).metrics);
  const file = openLogFile(logFile);
  const latestTrouble = new LatestTrouble();
  const start = (service: ServiceName): Promise<RunningService> => {
    const pino = createPino({ service, file, level: process.env.LOG_LEVEL });
    const logger = new ServiceLogger(pino, (what, error) => onTrouble(service, what, error));
    return startHosted(service, serviceEnvironment(service, settings), {
      broker,
      logger,
      latestTrouble,
      ...(service === 'api-gateway' ? { watchesMachine: true, folders, report: report } : {}), // once for the process
    });
  };
  const services = await Promise.all([
    start('api-gateway'),
    start('webhook-dispatcher'),
    start('transfer-engine'),
    start('rule-engine'),
    start('ingestion-sync'),
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

/** Stops the relays first, while all consumers still process messages, and then everything else. */
export async function stopAll(services: readonly RunningService[]): Promise<void> {
  await Promise.all(services.map(({ app }) => app.get(BusTransport).stopRelay()));
  await Promise.all(services.map((service) => service.stop()));
}
