import { RunningService, Runtime, startService } from '@tributary/service';
import { IngestionSyncConfig } from './ingestion-sync.config';
import { IngestionSyncModule } from './ingestion-sync.module';
import { AccountProvider } from './providers/provider.port';

export { MIGRATIONS } from './migrations/migrations';
export { IngestionSyncModule } from './ingestion-sync.module';
export { readIngestionSyncConfig, SYNC_DEFAULTS, type IngestionSyncConfig } from './ingestion-sync.config';

/**
 * Starts ingestion-sync, in a process of its own or (if `runtime` has a bus) in a shared one. `further` providers are
 * offered beside those with credentials in the configuration.
 */
export function startIngestionSync(
  config: IngestionSyncConfig,
  runtime: Runtime = {},
  further: readonly AccountProvider[] = [],
): Promise<RunningService> {
  return startService({ config, module: IngestionSyncModule.register(config, runtime, further) });
}
