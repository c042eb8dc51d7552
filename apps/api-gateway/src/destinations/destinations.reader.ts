import { DestinationType } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import { Access } from '../auth/access';
import { BudgetAccountRow, toBudgetAccount } from './budget-account.resource';

/** What a link of the type points to, or null where it is not known (yet). */
export async function readDestination(
  database: Queryable,
  access: Access,
  type: DestinationType,
  id: number,
): Promise<Readonly<Record<string, unknown>> | null> {
  switch (type) {
    case 'BUDGETA': {
      const [row] = await database.query<BudgetAccountRow>(
        `select id, created_at, updated_at, document from destinations
          where user_id = $1 and kind = 'BUDGET_ACCOUNT' and id = $2 and not deleted`,
        [access.userId, id],
      );
      return row ? toBudgetAccount(row) : null;
    }
    case 'BUDGETB':
    case 'SHEETS':
    case 'WORKSPACE':
      return null; // their owners publish no resources yet
  }
}
