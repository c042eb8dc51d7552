import { RunningService, Runtime, startService } from '@tributary/service';
import { TransferEngineConfig } from '../transfer-engine.config';
import { TransferEngineModule } from '../transfer-engine.module';

/** Starts the service, alone or inside a shared process. */
export function startTransferEngine(
  config: TransferEngineConfig,
  runtime: Runtime = {},
): Promise<RunningService> {
  return startService({ config, module: TransferEngineModule.register(config, runtime) });
}
