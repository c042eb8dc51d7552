/**
 * On whose behalf a command runs. `accountIds` are the accounts that the caller's token was granted, or null
 * for all of the user's; an owner treats any other account as not existing.
 */
export interface Caller {
  readonly userId: number;
  readonly accountIds: readonly number[] | null;
}

/** Whether the caller may see the account, given whose it is. */
export function mayAccess(caller: Caller, account: { id: number; userId: number }): boolean {
  return (
    account.userId === caller.userId && (caller.accountIds === null || caller.accountIds.includes(account.id))
  );
}
