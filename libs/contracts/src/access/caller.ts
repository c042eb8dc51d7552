/** A grant to an app or token. It outlives a single token, and everything made with it depends on it: see `grant.changed`. */
export interface CallerGrant {
  readonly id: string;
  readonly version: number;
  /** End of the grant; null: it does not expire. */
  readonly expiresAt: string | null;
}

/** The user for whom a command runs, and what their token was granted. New resources store this: see `authorOf`. */
export interface Caller {
  readonly userId: number;
  /** The accounts that the token was granted, or null for all of the user's. Other accounts do not exist for it. */
  readonly accountIds: readonly number[] | null;
  /** The scopes that the token was granted, or null for all of them: the owner's own token. */
  readonly scopes: readonly string[] | null;
  /** The app's consent or the restricted token behind the request; null for the owner's own token without restrictions. */
  readonly grant: CallerGrant | null;
}

/** Scopes and accounts that the author of a rule, link, endpoint and so on was granted when they made it. */
export interface Author {
  readonly scopes: readonly string[] | null;
  readonly accountIds: readonly number[] | null;
  /** Id of the author's grant; null for the owner's own token, whose resources are never paused. */
  readonly grantId: string | null;
}

/** The owner of everything, without any restriction. */
export function ownerOf(userId: number): Caller {
  return { userId, accountIds: null, scopes: null, grant: null };
}

/** The caller without a user: a browser that returns from a bank, or the gateway itself. It has no scopes. */
export const NO_USER: Caller = { userId: 0, accountIds: [], scopes: [], grant: null };

/** The part of the author's grant that a resource stores. */
export function authorOf({ scopes, accountIds, grant }: Caller): Author {
  return { scopes, accountIds, grantId: grant?.id ?? null };
}

/**
 * The author of an edited resource that still contains parts by its earlier author: it may see what both may see, and
 * pauses with the editor's grant, if there is one.
 */
export function authorAfterEdit(author: Author, editor: Caller): Author {
  const { scopes, accountIds, grantId } = authorOf(editor);
  return {
    scopes: common(author.scopes, scopes),
    accountIds: common(author.accountIds, accountIds),
    grantId: grantId ?? author.grantId,
  };
}

/** The intersection of both lists; null is everything. */
function common<T>(a: readonly T[] | null, b: readonly T[] | null): readonly T[] | null {
  if (a === null || b === null) return a ?? b;
  return a.filter((one) => b.includes(one));
}

/** Whether this grant includes the scope. */
export function isGranted({ scopes }: Pick<Caller, 'scopes'>, scope: string): boolean {
  return scopes === null || scopes.includes(scope);
}

/** Whether the caller may see the account of this owner. */
export function mayAccess(caller: Caller, account: { id: number; userId: number }): boolean {
  return (
    account.userId === caller.userId && (caller.accountIds === null || caller.accountIds.includes(account.id))
  );
}
