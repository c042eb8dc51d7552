import { Caller, mayAccess, Problem } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { AccountRow } from './account-row';
import { lockAccountsOfUser, lockOwnAmong, readOwner } from './accounts.store';

/** The accounts of a command. */
export interface AccountChoice {
  readonly connectionId: number | null;
  readonly financialAccountIds: readonly number[] | null;
}

/**
 * Locks and returns the caller's chosen accounts in the order of their ids.
 * @throws Problem if none was chosen, or if a listed account or the connection is not the caller's
 */
export async function lockChosenAccounts(
  tx: Tx,
  caller: Caller,
  choice: AccountChoice,
): Promise<AccountRow[]> {
  const { connectionId, financialAccountIds } = choice;
  if (connectionId === null && financialAccountIds === null) {
    throw Problem.invalid({ connection_id: ['A connection or accounts must be named.'] });
  }
  const rows = await lockAccountsOfUser(tx, caller.userId, connectionId, financialAccountIds);
  const allowed = rows.filter((row) => mayAccess(caller, { id: row.id, userId: row.user_id }));
  checkAllFound(financialAccountIds, allowed);
  if (allowed.length === 0) throw Problem.notFound();
  return allowed;
}

/**
 * Locks and returns the caller's account.
 * @throws Problem (not_found), also for another user's account
 */
export async function lockOwnAccount(tx: Tx, caller: Caller, id: number): Promise<AccountRow> {
  const account = (await lockOwnAccounts(tx, caller, [id])).get(id);
  if (!account) throw Problem.notFound();
  return account;
}

/** Locks and returns the accounts among these that belong to the caller, in the order of their ids. */
export async function lockOwnAccounts(
  tx: Tx,
  caller: Caller,
  ids: readonly number[],
): Promise<Map<number, AccountRow>> {
  const rows = await lockOwnAmong(tx, [...new Set(ids)], caller.userId);
  const own = rows.filter((row) => mayAccess(caller, { id: row.id, userId: row.user_id }));
  return new Map(own.map((row) => [row.id, row]));
}

/** @throws Problem (not_found) where the account is not the caller's */
export async function checkOwnAccount(tx: Tx, caller: Caller, id: number): Promise<void> {
  const userId = await readOwner(tx, id);
  if (userId === undefined || !mayAccess(caller, { id, userId })) throw Problem.notFound();
}

/** Checks that all accounts were found; another user's account is reported like one that does not exist. */
function checkAllFound(wanted: readonly number[] | null, found: readonly AccountRow[]): void {
  const ids = new Set(found.map(({ id }) => id));
  const index = wanted?.findIndex((id) => !ids.has(id)) ?? -1;
  if (index === -1) return;
  const field = `financial_account_ids.${index}`;
  throw Problem.invalid({ [field]: [`The selected ${field} is invalid.`] });
}
