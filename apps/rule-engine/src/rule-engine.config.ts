import { EnvironmentReader, PlatformConfig } from '@tributary/service';

/** Settings of the rule engine. */
export interface RuleEngineConfig extends PlatformConfig {
  /** How long a reshaping job stays with a process that says nothing. */
  readonly reshapeLeaseMs: number;
  /** How often an idle process looks for reshaping jobs. */
  readonly reshapeIdleMs: number;
}

/** Token of the settings. */
export const RULE_ENGINE_CONFIG = Symbol('RULE_ENGINE_CONFIG');

export function readRuleEngineConfig(platform: PlatformConfig, env: EnvironmentReader): RuleEngineConfig {
  return {
    ...platform,
    reshapeLeaseMs: env.integer('RESHAPE_LEASE_MS', 30_000, { min: 1000, max: 600_000 }),
    reshapeIdleMs: env.integer('RESHAPE_IDLE_MS', 500, { min: 10, max: 60_000 }),
  };
}
