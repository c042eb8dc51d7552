import { DestinationType } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import { Access } from '../auth/access';
import { BudgetAccountRow, toBudgetAccount } from './budget-account.resource';

type Destination = Readonly<Record<string, unknown>>;

/** What a link points to. Ids are of one sequence for all types. */
export interface DestinationReference {
  readonly type: DestinationType;
  readonly id: number;
}

/** What links point to, by id, as far as it is known. One statement. */
export async function readDestinations(
  database: Queryable,
  access: Access,
  wanted: readonly DestinationReference[],
): Promise<ReadonlyMap<number, Destination>> {
  if (wanted.length === 0) return new Map();
  const rows = await database.query<BudgetAccountRow & { destination_type: DestinationType }>(
    `select id, destination_type, created_at, updated_at, document from destinations
      where user_id = $1 and kind = 'BUDGET_ACCOUNT' and id = any($2::bigint[]) and not deleted`,
    [access.userId, wanted.map(({ id }) => id)],
  );
  return new Map(rows.map((row) => [row.id, toBudgetAccount(row)]));
}

/** What a link of the type points to, or null where it is not known (yet). */
export async function readDestination(
  database: Queryable,
  access: Access,
  type: DestinationType,
  id: number,
): Promise<Destination | null> {
  return (await readDestinations(database, access, [{ type, id }])).get(id) ?? null;
}
