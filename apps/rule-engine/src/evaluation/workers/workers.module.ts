import { DynamicModule, Module } from '@nestjs/common';
import { RULE_ENGINE_CONFIG, RuleEngineConfig } from '../../rule-engine.config';
import { ShapingWorkers, TryingWorkers } from './pools';

/** Provides the settings of the service and the threads that run rules. */
@Module({})
export class WorkersModule {
  static register(config: RuleEngineConfig): DynamicModule {
    const provided = [{ provide: RULE_ENGINE_CONFIG, useValue: config }, ShapingWorkers, TryingWorkers];
    return { module: WorkersModule, global: true, providers: provided, exports: provided };
  }
}
