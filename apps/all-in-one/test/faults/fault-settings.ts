import { DESTINATION_TYPES } from '@tributary/contracts';
import { FULL, workspaceRoot } from '@tributary/testing';
import path from 'node:path';

/** How much is played, and with what; from the environment. */
export interface FaultSettings {
  /** `FAULT_SEED`: the same one plays the same faults again. The usual share has always the same, a full run a new one. */
  readonly seed: number;
  /** `FULL=1`: as many rounds as the promises name, instead of the share that every test run plays. */
  readonly full: boolean;
  /** `FAULT_BUILD`: another build than the workspace's, to see the suite fail on it. */
  readonly build: string;
  /** `FAULT_PREVIOUS_BUILD`: a build of the previous release, to work beside this one. */
  readonly previousBuild?: string;
  /** Of all services, where not as installations have them: short leases and time-outs, but for `FAULT_TIMINGS=production`. */
  readonly overrides: Readonly<Record<string, string>>;
  /** Of the sandbox's banks, the one whose accounts are played with; one with 25 accounts when absent. */
  readonly institution?: string;
}

/** Shorter than in production, so that what a crash leaves behind is free again within seconds. */
const SHORT_TIMINGS = {
  DRAIN_MS: '300',
  KAFKA_SESSION_TIMEOUT_MS: '4000',
  OUTBOX_LEASE_MS: '3000',
  SYNC_LEASE_MS: '5000',
  SYNC_RETRY_MS: '1000',
  TRANSFER_LEASE_MS: '5000',
  TRANSFER_BACKOFF_MS: '500',
  ...Object.fromEntries(DESTINATION_TYPES.map((type) => [`${type}_REQUEST_TIMEOUT_MS`, '4000'])),
  WEBHOOK_LEASE_MS: '9000',
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
