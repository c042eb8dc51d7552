import { Problem } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';

/** An account as it is offered for choosing. */
export interface OwnAccount {
  readonly id: number;
  readonly name: string;
  readonly currency: string | null;
}

/** The accounts that the user has, by name. */
export async function readOwnAccounts(database: Queryable, userId: number): Promise<OwnAccount[]> {
  return database.query<OwnAccount>(
    `select a.id,
            coalesce(nullif(a.document->>'custom_name', ''), nullif(a.document->>'display_name', ''),
                     nullif(a.document->>'name', ''), 'Account ' || a.id) as name,
            a.document->>'currency' as currency
       from accounts a where a.user_id = $1 and not a.deleted order by name, a.id`,
    [userId],
  );
}

/** @throws Problem (invalid) naming no id: an account of another looks like one that does not exist */
export async function requireOwnAccounts(
  database: Queryable,
  userId: number,
  accountIds: readonly number[] | null,
): Promise<void> {
  if (accountIds === null || accountIds.length === 0) return;
  const wanted = [...new Set(accountIds)];
  const [found] = await database.query<{ count: number }>(
    'select count(*) as count from accounts where user_id = $1 and id = any($2::bigint[]) and not deleted',
    [userId, wanted],
  );
  if (found?.count === wanted.length) return;
  throw Problem.invalid({ financial_accounts: ['Each of financial_accounts must be one of your accounts.'] });
}
