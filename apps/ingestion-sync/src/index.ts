import { RunningService, Runtime, startService } from '@tributary/service';
import { IngestionSyncConfig } from './ingestion-sync.config';
import { IngestionSyncModule } from './ingestion-sync.module';
import { AccountProvider } from './providers/provider.port';

export { MIGRATIONS } from './migrations/migrations';
export { IngestionSyncModule } from './ingestion-sync.module';
export { readIngestionSyncConfig, SYNC_DEFAULTS, type IngestionSyncConfig } from './ingestion-sync.config';

/**
 * Starts ingestion-sync; in one process with others where `runtime` shares a bus. `further` providers are offered
 * beside those that the configuration has credentials for.
 */
export function startIngestionSync(
  config: IngestionSyncConfig,
  runtime: Runtime = {},
  further: readonly AccountProvider[] = [],
): Promise<RunningService> {
  return startService({ config, module: IngestionSyncModule.register(config, runtime, further) });
}
