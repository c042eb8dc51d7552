import { DestinationConnectionDocument, BudgetDocument } from '@tributary/contracts';
import { ListQuery } from '@tributary/http';
import { Queryable } from '@tributary/persistence';
import { Access } from '../auth/access';
import { readList, RowsAndTotal } from '../query/list-sql';
import { SqlParameters } from '../query/sql-parameters';
import { BUDGETA_CONNECTION_LIST } from './budgeta-connection-list';
import { BudgetAccountRow } from './budget-account.resource';

interface Row<Document> {
  readonly id: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly document: Document;
}

export type BudgetaConnectionRow = Row<DestinationConnectionDocument>;
export type BudgetRow = Row<BudgetDocument>;
export type BudgetaConnectionQuery = ListQuery<typeof BUDGETA_CONNECTION_LIST>;

/** The user's connections whose authorization was completed: the budgeting app has told who it is. */
export async function readBudgetaConnections(
  database: Queryable,
  access: Access,
  query: BudgetaConnectionQuery,
): Promise<RowsAndTotal<BudgetaConnectionRow>> {
  const parameters = new SqlParameters();
  return readList<BudgetaConnectionRow, typeof BUDGETA_CONNECTION_LIST>(database, query, {
    from: 'destinations d',
    columns: 'd.id, d.created_at, d.updated_at, d.document',
    condition: `d.user_id = ${parameters.add(access.userId)}::bigint and d.kind = 'CONNECTION'
      and d.destination_type = 'BUDGETA' and not d.deleted and d.document->>'budgeta_user_id' is not null`,
    parameters,
    conditions: {},
    sorted: { id: 'd.id', created_at: 'd.created_at', updated_at: 'd.updated_at' },
  });
}

/** The budgets of connections, in one statement. */
export async function readBudgets(
  database: Queryable,
  access: Access,
  connectionIds: readonly number[],
): Promise<BudgetRow[]> {
  return readBelow<BudgetRow>(database, access, 'BUDGET', connectionIds);
}

/** The accounts of all budgets of connections, in one statement. */
export async function readBudgetAccounts(
  database: Queryable,
  access: Access,
  connectionIds: readonly number[],
): Promise<BudgetAccountRow[]> {
  return readBelow<BudgetAccountRow>(database, access, 'BUDGET_ACCOUNT', connectionIds);
}

async function readBelow<R>(
  database: Queryable,
  access: Access,
  kind: 'BUDGET' | 'BUDGET_ACCOUNT',
  connectionIds: readonly number[],
): Promise<R[]> {
  if (connectionIds.length === 0) return [];
  return database.query<R>(
    `select d.id, d.created_at, d.updated_at, d.document from destinations d
      where d.user_id = $1 and d.kind = $2 and d.connection_id = any($3::bigint[]) and not d.deleted
      order by d.id`,
    [access.userId, kind, connectionIds],
  );
}
