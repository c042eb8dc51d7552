import { idText, timeText, wireText } from '../wire-values';
import { BudgetaConnectionRow, BudgetRow } from './budgeta-connections.reader';

type Resource = Readonly<Record<string, unknown>>;

/** A connection to the budgeting app; its budgets are there where they are asked for. */
export function toBudgetaConnection(row: BudgetaConnectionRow, budgets?: readonly Resource[]): Resource {
  const { name, enabled, sync_balances, budgeta_user_id, last_synced_at, health, auth_url } = row.document;
  return {
    id: idText(row.id),
    name,
    enabled: wireText(enabled),
    sync_balances: wireText(sync_balances),
    budgeta_user_id,
    ...(budgets === undefined ? {} : { budgets }),
    last_synced_at,
    created_at: timeText(row.created_at),
    updated_at: timeText(row.updated_at),
    health,
    auth_url,
  };
}

/** A budget; its accounts are there where they are asked for. */
export function toBudget(row: BudgetRow, accounts?: readonly Resource[]): Resource {
  const { connection_id, enabled, ...document } = row.document;
  return {
    id: idText(row.id),
    connection_id: idText(connection_id),
    ...document,
    enabled: wireText(enabled),
    created_at: timeText(row.created_at),
    updated_at: timeText(row.updated_at),
    ...(accounts === undefined ? {} : { accounts }),
  };
}
