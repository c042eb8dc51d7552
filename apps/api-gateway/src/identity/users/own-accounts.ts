import { Problem } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import { countOwnAccounts } from '../../model/stores/accounts.store';

/** @throws Problem (invalid) naming no id: an account of another looks like one that does not exist */
export async function requireOwnAccounts(
  database: Queryable,
  userId: number,
  accountIds: readonly number[] | null,
): Promise<void> {
  if (accountIds === null || accountIds.length === 0) return;
  const wanted = [...new Set(accountIds)];
  if ((await countOwnAccounts(database, userId, wanted)) === wanted.length) return;
  throw Problem.invalid({ financial_accounts: ['Each of financial_accounts must be one of your accounts.'] });
}
