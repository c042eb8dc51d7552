import { DynamicModule, Module } from '@nestjs/common';
import { RULE_ENGINE_CONFIG, RuleEngineConfig } from '../../rule-engine.config';
import { ShapingWorkers, TryingWorkers } from './pools';

/** The threads that rules run in, and the settings of the service. */
@Module({})
export class WorkersModule {
  static register(config: RuleEngineConfig): DynamicModule {
    const provided = [{ provide: RULE_ENGINE_CONFIG, useValue: config }, ShapingWorkers, TryingWorkers];
    return { module: WorkersModule, global: true, providers: provided, exports: provided };
  }
}
