import { BudgetAccountDocument } from '@tributary/contracts';
import { idText, timeText, wireText } from '../wire-values';

export interface BudgetAccountRow {
  readonly id: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly document: BudgetAccountDocument;
}

/** An account of a budget, the destination of a BUDGETA link. */
export function toBudgetAccount(row: BudgetAccountRow): Readonly<Record<string, unknown>> {
  const { budget_id, on_budget, closed, direct_import_linked, health, ...document } = row.document;
  return {
    id: idText(row.id),
    budget_id: idText(budget_id),
    ...document,
    on_budget: wireText(on_budget),
    closed: wireText(closed),
    direct_import_linked: wireText(direct_import_linked),
    created_at: timeText(row.created_at),
    updated_at: timeText(row.updated_at),
    health,
  };
}
