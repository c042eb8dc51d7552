import './telemetry';
import { runService } from '@tributary/service';
import { startTransferEngine } from './start-transfer-engine';
import { readTransferEngineConfig } from './transfer-engine.config';

void runService({
  service: 'transfer-engine',
  readConfig: readTransferEngineConfig,
  start: (config) => startTransferEngine(config, {}),
});
