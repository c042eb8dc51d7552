import { AddressGuard } from '@tributary/outbound';
import { EnvironmentReader } from '@tributary/service';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface BudgetbConfig {
  /** CIDRs of non-public networks in which users' servers may be; only there is TLS optional. */
  readonly allowedNetworks: readonly string[];
  /** Budgets that are open at once, each in a process of its own. */
  readonly processes: number;
  /** How long a budget stays open after its last request. */
  readonly idleMs: number;
  readonly requestTimeoutMs: number;
  /** Limit for one connection. An Actual server accepts 500 requests a minute; each of ours makes three or four. */
  readonly requestsPerMinute: number;
  /** Directory for copies of open budgets; a copy is removed when its budget is closed. */
  readonly dataDir: string;
}

export function readBudgetbConfig(env: EnvironmentReader): BudgetbConfig {
  return {
    allowedNetworks: checkedNetworks(env),
    processes: env.integer('BUDGETB_PROCESSES', 3, { min: 1, max: 64 }),
    idleMs: env.integer('BUDGETB_IDLE_MS', 60_000, { min: 0, max: 3_600_000 }),
    requestTimeoutMs: env.integer('BUDGETB_REQUEST_TIMEOUT_MS', 40_000, { min: 1000, max: 600_000 }),
    requestsPerMinute: env.integer('BUDGETB_REQUESTS_PER_MINUTE', 100, { min: 1, max: 1_000_000 }),
    dataDir: env.text('BUDGETB_DATA_DIR', path.join(tmpdir(), 'tributary-budgetb')),
  };
}

function checkedNetworks(env: EnvironmentReader): readonly string[] {
  const networks = env.list('BUDGETB_ALLOWED_NETWORKS');
  try {
    new AddressGuard(networks);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'not a list of networks';
    env.problem(`BUDGETB_ALLOWED_NETWORKS: ${reason}`);
  }
  return networks;
}
