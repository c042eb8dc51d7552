import { RunningService, Runtime, startService } from '@tributary/service';
import { RuleEngineConfig } from '../rule-engine.config';
import { RuleEngineModule } from '../rule-engine.module';

/** Starts the service, in a process of its own or in a shared one. */
export function startRuleEngine(config: RuleEngineConfig, runtime: Runtime = {}): Promise<RunningService> {
  return startService({ config, module: RuleEngineModule.register(config, runtime) });
}
