import { openAccessDatabase } from '@tributary/api-gateway';
import { DataDir } from '../apps/all-in-one/src/data-dir';
import { startInProcess } from '../apps/all-in-one/src/services/in-process';
import { startProcesses } from '../apps/all-in-one/src/services/processes';
import { RunningSystem } from '../apps/all-in-one/src/services/running-system';
import { schemaOf, SystemSettings } from '../apps/all-in-one/src/services/service-environment';

/** All of Tributary: in this process, or as five processes where there are brokers. */
export async function startSystem(
  settings: Omit<SystemSettings, 'kafkaBrokers'>,
  kafkaBrokers: string,
  dataDir: DataDir,
): Promise<RunningSystem> {
  if (!kafkaBrokers)
    return startInProcess({ ...settings, kafkaBrokers: null }, dataDir.path('logs', 'tributary.log'));
  const database = await openAccessDatabase(settings.databaseUrls.get(schemaOf('api-gateway')) ?? '');
  const system = await startProcesses({ ...settings, kafkaBrokers }, database, dataDir.path('logs'));
  return { ...system, stop: () => system.stop().then(() => database.close()) };
}
