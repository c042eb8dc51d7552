import { BudgetAccountDocument, BudgetDocument } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { ResourceRow } from '../destination-rows';
import { BudgetRead } from './resources';

export type BudgetRow = ResourceRow<BudgetDocument> & { readonly external_id: string };
export type BudgetAccountRow = ResourceRow<BudgetAccountDocument>;

const RETURNED = 'id, version, deleted, created_at, updated_at, document, external_id';

/** Writes what was read of a connection's budgets; what is no longer there is marked as deleted. */
export async function saveBudgets(
  tx: Tx,
  owner: { userId: number; connectionId: number },
  budgets: readonly BudgetRead[],
): Promise<BudgetRow[]> {
  const rows = budgets.map(({ budgetaId, document }) => ({
    external_id: budgetaId,
    document: { connection_id: owner.connectionId, ...document },
  }));
  const written = await tx.query<BudgetRow>(
    `insert into destination_units as t (connection_id, user_id, external_id, document)
     select $1, $2, row.external_id, row.document
       from jsonb_to_recordset($3) as row(external_id text, document jsonb)
     on conflict (connection_id, external_id) do update
        set document = excluded.document, deleted = false, version = t.version + 1, updated_at = now()
     returning ${RETURNED}`,
    [owner.connectionId, owner.userId, JSON.stringify(rows)],
  );
  const gone = await tx.query<BudgetRow>(
    `update destination_units set deleted = true, version = version + 1, updated_at = now()
      where connection_id = $1 and not deleted and external_id <> all($2) returning ${RETURNED}`,
    [owner.connectionId, rows.map((row) => row.external_id)],
  );
  return [...written, ...gone];
}

/** The same for the accounts of all its budgets. */
export async function saveBudgetAccounts(
  tx: Tx,
  userId: number,
  units: readonly BudgetRow[],
  budgets: readonly BudgetRead[],
): Promise<BudgetAccountRow[]> {
  const unitIds = new Map(units.map((unit) => [unit.external_id, unit.id]));
  const rows = budgets.flatMap(({ budgetaId, accounts }) => {
    const unitId = unitIds.get(budgetaId);
    return accounts.map((account) => ({
      unit_id: unitId,
      external_id: account.budgetaId,
      document: { budget_id: unitId, ...account.document },
    }));
  });
  const written = await tx.query<BudgetAccountRow>(
    `insert into destination_targets as t (unit_id, user_id, destination_type, external_id, document)
     select row.unit_id, $1, 'BUDGETA', row.external_id, row.document
       from jsonb_to_recordset($2) as row(unit_id bigint, external_id text, document jsonb)
     on conflict (unit_id, external_id) do update
        set document = excluded.document, deleted = false, version = t.version + 1, updated_at = now()
     returning ${RETURNED}`,
    [userId, JSON.stringify(rows)],
  );
  const gone = await tx.query<BudgetAccountRow>(
    `update destination_targets t set deleted = true, version = version + 1, updated_at = now()
      where unit_id = any($1) and not deleted and id <> all($2) returning ${RETURNED}`,
    [units.map((unit) => unit.id), written.map((row) => row.id)],
  );
  return [...written, ...gone];
}
