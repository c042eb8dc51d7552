import { NET_MS } from '@tributary/jobs';
import { EnvironmentReader, JOB_LEASE_MS, PlatformConfig } from '@tributary/service';
import type { PoolOptions } from './evaluation/workers/worker-pool';

/** Settings of the rule engine. */
export interface RuleEngineConfig extends PlatformConfig {
  /** The lease of a reshaping job: the time after which another process continues the job of a silent one. */
  readonly reshapeLeaseMs: number;
  /** The interval at which an idle process looks for reshaping jobs. */
  readonly reshapeIdleMs: number;
  /** The threads that run rules, and their limits. */
  readonly ruleWorkers: PoolOptions;
  readonly ruleLimits: RuleLimits;
}

/** The most rules; further ones are rejected. */
export interface RuleLimits {
  readonly perUser: number;
  /** Rules of one account, or of one transfer link. */
  readonly perTarget: number;
}

const WAITING_MAX = 4;
const IDLE_MS = 600_000;

/** Injection token of the settings. */
export const RULE_ENGINE_CONFIG = Symbol('RULE_ENGINE_CONFIG');

export function readRuleEngineConfig(platform: PlatformConfig, env: EnvironmentReader): RuleEngineConfig {
  return {
    ...platform,
    reshapeLeaseMs: env.integer('RESHAPE_LEASE_MS', JOB_LEASE_MS, { min: 1000, max: 600_000 }),
    reshapeIdleMs: env.integer('RESHAPE_IDLE_MS', NET_MS, { min: 10, max: 60_000 }),
    ruleWorkers: {
      workers: env.integer('RULE_WORKERS', 3, { min: 1, max: 64 }),
      stepMs: env.integer('RULE_TRANSACTION_MS', 1_000, { min: 50, max: 5_000 }),
      // Three times this must stay below the time for which a database transaction may be idle (15 s).
      jobMs: env.integer('RULE_BATCH_MS', 3_000, { min: 100, max: 4_000 }),
      memoryMb: env.integer('RULE_MEMORY_MB', 128, { min: 32, max: 4_096 }),
      waitingMax: WAITING_MAX,
      idleMs: IDLE_MS,
    },
    ruleLimits: {
      perUser: env.integer('RULES_PER_USER_MAX', 2_000, { min: 1, max: 1_000_000 }),
      perTarget: env.integer('RULES_PER_TARGET_MAX', 200, { min: 1, max: 10_000 }),
    },
  };
}
