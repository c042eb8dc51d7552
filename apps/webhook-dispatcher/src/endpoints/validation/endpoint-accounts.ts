import { Caller, FieldErrors } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { within } from '@tributary/service';
import { accountsOfUser } from '../endpoints.store';

/**
 * Returns the accounts of an endpoint from now on, limited to those that the caller may read now. "All" of a restricted
 * token means its current accounts, not those that it is granted later.
 * @param wanted null for all
 * @param granted null for all accounts of the user, also future ones
 */
export function readableAccounts(
  wanted: readonly number[] | null,
  granted: readonly number[] | null,
): number[] | null {
  const published = within(wanted, granted);
  return published && [...new Set(published)];
}

/**
 * Returns one error for each id that is not an account of the caller's; another user's and an unknown one look the
 * same.
 */
export async function accountErrors(tx: Tx, ids: readonly number[], caller: Caller): Promise<FieldErrors> {
  const usable = await usableAccounts(tx, ids, caller);
  return Object.fromEntries(
    ids.flatMap((id, index): [string, string[]][] => {
      const field = `financial_accounts.${index}`;
      return usable.has(id) ? [] : [[field, [`The selected ${field} is invalid.`]]];
    }),
  );
}

async function usableAccounts(tx: Tx, ids: readonly number[], caller: Caller): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const owned = await accountsOfUser(tx, ids, caller.userId);
  return new Set(owned.filter((id) => caller.accountIds === null || caller.accountIds.includes(id)));
}
