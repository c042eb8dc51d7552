export { MIGRATIONS } from './migrations/migrations';
export { readRuleEngineConfig, type RuleEngineConfig } from './rule-engine.config';
export { startRuleEngine } from './platform/start';
export { RuleEngineModule } from './rule-engine.module';
