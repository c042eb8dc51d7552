/** What outlives a single token, and what everything follows that was made with it: see `grant.changed`. */
export interface CallerGrant {
  readonly id: string;
  readonly version: number;
  /** When it ends by itself; null: it does not. */
  readonly expiresAt: string | null;
}

/** On whose behalf a command runs, and what their token was granted. What they make carries this: see `authorOf`. */
export interface Caller {
  readonly userId: number;
  /** The accounts that the token was granted, or null for all of the user's; any other account does not exist for it. */
  readonly accountIds: readonly number[] | null;
  /** The scopes that the token was granted, or null for all of them: the owner's own token. */
  readonly scopes: readonly string[] | null;
  /** The app's consent or the restricted token behind the request; null for the owner's own token without restrictions. */
  readonly grant: CallerGrant | null;
}

/** What the maker of a rule, a link, an endpoint and so on was granted when they made it. */
export interface Author {
  readonly scopes: readonly string[] | null;
  readonly accountIds: readonly number[] | null;
  /** Its id; null: the owner's own token, whose things nothing pauses. */
  readonly grantId: string | null;
}

/** The owner of everything, without any restriction. */
export function ownerOf(userId: number): Caller {
  return { userId, accountIds: null, scopes: null, grant: null };
}

/** Nobody in particular: a browser that comes back from a bank, or the gateway itself. It is granted nothing. */
export const NO_USER: Caller = { userId: 0, accountIds: [], scopes: [], grant: null };

/** What is kept beside a thing of what its maker was granted. */
export function authorOf({ scopes, accountIds, grant }: Caller): Author {
  return { scopes, accountIds, grantId: grant?.id ?? null };
}

/**
 * The author of something that was edited and keeps parts of its author's: it may see what both of them may, and is
 * paused with the editor's grant where there is one.
 */
export function authorAfterEdit(author: Author, editor: Caller): Author {
  const { scopes, accountIds, grantId } = authorOf(editor);
  return {
    scopes: common(author.scopes, scopes),
    accountIds: common(author.accountIds, accountIds),
    grantId: grantId ?? author.grantId,
  };
}

/** What is in both; null is everything. */
function common<T>(a: readonly T[] | null, b: readonly T[] | null): readonly T[] | null {
  if (a === null || b === null) return a ?? b;
  return a.filter((one) => b.includes(one));
}

/** Whether whoever was granted this may use the scope. */
export function isGranted({ scopes }: Pick<Caller, 'scopes'>, scope: string): boolean {
  return scopes === null || scopes.includes(scope);
}

/** Whether the caller may see the account, given whose it is. */
export function mayAccess(caller: Caller, account: { id: number; userId: number }): boolean {
  return (
    account.userId === caller.userId && (caller.accountIds === null || caller.accountIds.includes(account.id))
  );
}
