import { ConfigurationError, EnvironmentReader, PlatformConfig } from '@tributary/service';
import { BudgetaConfig, readBudgetaConfig } from './destinations/budgeta/config';
import { BudgetbConfig, readBudgetbConfig } from './destinations/budgetb/config';
import { readSheetsConfig, SheetsConfig } from './destinations/sheets/config';
import { readWorkspaceConfig, WorkspaceConfig } from './destinations/workspace/config';

/** How transfers are sent. */
export interface DispatchConfig {
  /** Rows in one bulk request, at most. */
  readonly rowsMax: number;
  /** How long a row waits for others to travel with, while requests are plentiful. */
  readonly lingerMs: number;
  /** How often an idle dispatcher looks for work. */
  readonly pollMs: number;
  /** Units of each kind of destination that one instance works on at once. */
  readonly slots: number;
  /** How long a dispatcher that gives no sign of life keeps a unit; longer than any request lasts. */
  readonly leaseMs: number;
  readonly attemptsMax: number;
  /** The wait after the first failed attempt; it triples with each further one. */
  readonly backoffMs: number;
}

export interface TransferEngineConfig extends PlatformConfig {
  readonly budgeta: BudgetaConfig;
  readonly budgetb: BudgetbConfig;
  readonly sheets: SheetsConfig;
  readonly workspace: WorkspaceConfig;
  readonly dispatch: DispatchConfig;
}

/** Reads the service's own settings; the caller then checks the reader. @throws ConfigurationError */
export function readTransferEngineConfig(
  platform: PlatformConfig,
  env: EnvironmentReader,
): TransferEngineConfig {
  const config = {
    ...platform,
    budgeta: readBudgetaConfig(env),
    budgetb: readBudgetbConfig(env),
    sheets: readSheetsConfig(env),
    workspace: readWorkspaceConfig(env),
    dispatch: {
      rowsMax: env.integer('TRANSFER_BATCH_ROWS', 1000, { min: 1, max: 5000 }),
      lingerMs: env.integer('TRANSFER_LINGER_MS', 1000, { min: 0, max: 600_000 }),
      pollMs: env.integer('TRANSFER_POLL_MS', 200, { min: 10, max: 60_000 }),
      slots: env.integer('TRANSFER_SLOTS', 8, { min: 1, max: 64 }),
      leaseMs: env.integer('TRANSFER_LEASE_MS', 45_000, { min: 1000, max: 3_600_000 }),
      attemptsMax: env.integer('TRANSFER_ATTEMPTS', 8, { min: 1, max: 100 }),
      backoffMs: env.integer('TRANSFER_BACKOFF_MS', 5000, { min: 10, max: 3_600_000 }),
    },
  };
  checkLease(config);
  return config;
}

/** A request that lasts longer than the lease could be made by two at once. @throws ConfigurationError */
function checkLease({ dispatch, budgeta, budgetb, sheets, workspace }: TransferEngineConfig): void {
  const timeouts = {
    BUDGETA_REQUEST_TIMEOUT_MS: budgeta.requestTimeoutMs,
    BUDGETB_REQUEST_TIMEOUT_MS: budgetb.requestTimeoutMs,
    SHEETS_REQUEST_TIMEOUT_MS: sheets.requestTimeoutMs,
    WORKSPACE_REQUEST_TIMEOUT_MS: workspace.requestTimeoutMs,
  };
  const tooLong = Object.entries(timeouts).find(([, timeoutMs]) => dispatch.leaseMs <= timeoutMs);
  if (!tooLong) return;
  throw new ConfigurationError(
    `transfer-engine cannot start:\n  - TRANSFER_LEASE_MS must be more than ${tooLong[0]}`,
  );
}
