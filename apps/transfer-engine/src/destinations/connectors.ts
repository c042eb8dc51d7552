import { DestinationType, ofEachDestination } from '@tributary/contracts';
import { EnvironmentReader } from '@tributary/service';
import { BudgetaModule } from './budgeta/budgeta.module';
import { BudgetbModule } from './budgetb/budgetb.module';
import { SheetsModule } from './sheets/sheets.module';
import { WorkspaceModule } from './workspace/workspace.module';

/** The connector module of each destination type. */
export const CONNECTORS = {
  BUDGETA: BudgetaModule,
  BUDGETB: BudgetbModule,
  SHEETS: SheetsModule,
  WORKSPACE: WorkspaceModule,
} satisfies Readonly<Record<DestinationType, object>>;

/** The settings of every connector. */
export type ConnectorConfigs = {
  readonly [T in DestinationType]: ReturnType<(typeof CONNECTORS)[T]['readConfig']>;
};

export function readConnectorConfigs(env: EnvironmentReader): ConnectorConfigs {
  // The cast is safe: each type gets its own connector's config, which `ofEachDestination` cannot express.
  return ofEachDestination(({ type }) => CONNECTORS[type].readConfig(env)) as ConnectorConfigs;
}
