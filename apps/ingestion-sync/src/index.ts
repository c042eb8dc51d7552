import { RunningService, Runtime, startService } from '@tributary/service';
import { IngestionSyncConfig } from './ingestion-sync.config';
import { IngestionSyncModule } from './ingestion-sync.module';

export { IngestionSyncModule } from './ingestion-sync.module';
export { readIngestionSyncConfig, SYNC_DEFAULTS, type IngestionSyncConfig } from './ingestion-sync.config';

/** Starts ingestion-sync; in one process with others where `runtime` shares a bus. */
export function startIngestionSync(
  config: IngestionSyncConfig,
  runtime: Runtime = {},
): Promise<RunningService> {
  return startService({ config, module: IngestionSyncModule.register(config, runtime) });
}
