export { MIGRATIONS } from './migrations/migrations';
export { readRuleEngineConfig, type RuleEngineConfig } from './rule-engine.config';
export { RuleEngineModule, startRuleEngine } from './rule-engine.module';
