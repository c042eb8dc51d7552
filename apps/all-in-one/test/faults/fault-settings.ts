import { DESTINATION_TYPES } from '@tributary/contracts';
import { FULL, workspaceRoot } from '@tributary/testing';
import path from 'node:path';

/** The settings of the fault suites, from the environment. */
export interface FaultSettings {
  /**
   * `FAULT_SEED`: the same seed repeats the same faults. The default share always has the same seed, a full run a new
   * one.
   */
  readonly seed: number;
  /** `FULL=1`: the documented number of rounds, instead of the share of a usual test run. */
  readonly full: boolean;
  /** `FAULT_BUILD`: another build than the workspace's, to see the suite fail with it. */
  readonly build: string;
  /** `FAULT_PREVIOUS_BUILD`: a build of the previous release, which runs beside this one. */
  readonly previousBuild?: string;
  /**
   * Settings of all services that differ from the defaults: short leases and time-outs, unless
   * `FAULT_TIMINGS=production`.
   */
  readonly overrides: Readonly<Record<string, string>>;
  /** The sandbox's bank to use; default: one with 25 accounts. */
  readonly institution?: string;
}

/** Shorter than in production, so that leases of a crashed process expire within seconds. */
const SHORT_TIMINGS = {
  DRAIN_MS: '2000', // a load balancer may need this long to notice it on a busy machine
  KAFKA_SESSION_TIMEOUT_MS: '4000',
  OUTBOX_LEASE_MS: '3000',
  SYNC_LEASE_MS: '5000',
  SYNC_RETRY_MS: '1000',
  TRANSFER_LEASE_MS: '5000',
  TRANSFER_BACKOFF_MS: '500',
  ...Object.fromEntries(DESTINATION_TYPES.map((type) => [`${type}_REQUEST_TIMEOUT_MS`, '4000'])),
  WEBHOOK_LEASE_MS: '5000',
  WEBHOOK_TIMEOUT_MS: '3000',
};

export function readFaultSettings(environment: NodeJS.ProcessEnv = process.env): FaultSettings {
  return {
    seed: Number(environment.FAULT_SEED || (FULL ? Date.now() % 1_000_000 : 1)),
    full: FULL,
    previousBuild: environment.FAULT_PREVIOUS_BUILD || undefined,
    build: environment.FAULT_BUILD || path.join(workspaceRoot(), 'dist'),
    overrides: environment.FAULT_TIMINGS === 'production' ? {} : SHORT_TIMINGS,
  };
}
