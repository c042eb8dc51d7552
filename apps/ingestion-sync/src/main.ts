import './platform/telemetry';
import { readIngestionSyncConfig, startIngestionSync } from './index';
import { runService } from '@tributary/service';

void runService({
  service: 'ingestion-sync',
  readConfig: readIngestionSyncConfig,
  start: startIngestionSync,
});
