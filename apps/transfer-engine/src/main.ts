import './platform/telemetry';
import { runService } from '@tributary/service';
import { startTransferEngine } from './platform/start';
import { readTransferEngineConfig } from './transfer-engine.config';

void runService({
  service: 'transfer-engine',
  readConfig: readTransferEngineConfig,
  start: startTransferEngine,
});
