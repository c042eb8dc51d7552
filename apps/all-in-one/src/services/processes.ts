import { ServiceName, SERVICES } from '@tributary/contracts';
import { DatabaseClock, KafkaEngine } from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import { commandClient } from '@tributary/service';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Child, mainScriptOf, readyMessage, startChild } from '../child-processes/child';
import type { ProcessMeasure, RunningSystem } from './running-system';
import { gatewayConfig, serviceEnvironment, SystemSettings } from './service-environment';

interface ServiceProcess {
  readonly service: ServiceName;
  readonly child: Child;
  readonly url: string;
  readonly startS: number;
}

/** Starts the five services as separate processes, on Kafka. */
export async function startProcesses(
  settings: SystemSettings & { kafkaBrokers: string },
  database: Database,
  logDir: string,
): Promise<RunningSystem> {
  const processes = await Promise.all(SERVICES.map((service) => startProcess(service, settings, logDir)));
  const engine = new KafkaEngine({ brokers: settings.kafkaBrokers.split(','), clientId: 'tributary-demo' });
  const commands = commandClient(engine, new DatabaseClock(database), gatewayConfig(settings));
  return {
    gatewayUrl: processes.find(({ service }) => service === 'api-gateway')?.url ?? '',
    commands,
    measures: async () => processes.map(measureOf),
    failed: Promise.race(processes.map(({ child }) => child.failed)),
    stop: async () => {
      await commands.close();
      await engine.close();
      await Promise.all(processes.map(({ child }) => child.stop()));
    },
  };
}

async function startProcess(
  service: ServiceName,
  settings: SystemSettings,
  logDir: string,
): Promise<ServiceProcess> {
  const began = performance.now();
  const child = startChild({
    name: service,
    script: mainScriptOf(service),
    environment: { ...serviceEnvironment(service, settings), ...ownMetricsPort(service) },
    logFile: path.join(logDir, `${service}.log`),
  });
  const { url } = await readyMessage<{ url: string }>(child);
  return { service, child, url, startS: (performance.now() - began) / 1000 };
}

/**
 * Returns the metrics port of a service: ports count up from `METRICS_PORT` in the order of the services, because each
 * process on a machine needs its own.
 */
function ownMetricsPort(service: ServiceName): Record<string, string> {
  const first = Number(process.env.METRICS_PORT ?? 0);
  return first > 0 ? { METRICS_PORT: String(first + SERVICES.indexOf(service)) } : {};
}

/** Returns the start time and the resident memory, which is 0 without /proc. */
function measureOf({ service, child, startS }: ServiceProcess): ProcessMeasure {
  let rssMb = 0;
  try {
    const status = readFileSync(`/proc/${child.process.pid ?? 0}/status`, 'utf8');
    rssMb = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    // Without /proc the figure stays 0, which the report shows.
  }
  return { name: service, pid: child.process.pid ?? 0, startS, rssMb };
}
