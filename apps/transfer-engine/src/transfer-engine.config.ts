import { ConfigurationError, EnvironmentReader, PlatformConfig } from '@tributary/service';
import { BudgetaConfig, readBudgetaConfig } from './destinations/budgeta/config';
import { BudgetbConfig, readBudgetbConfig } from './destinations/budgetb/config';
import { readSheetsConfig, SheetsConfig } from './destinations/sheets/config';
import { readWorkspaceConfig, WorkspaceConfig } from './destinations/workspace/config';
import { DispatchConfig, readDispatchConfig } from './transfers/dispatch/dispatch-config';

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
    dispatch: readDispatchConfig(env),
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
