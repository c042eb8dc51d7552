/** What a restricted token, or an app that a user let in, may do now. */
export interface Grant {
  readonly grantId: string;
  readonly version: number;
  readonly userId: number;
  /** Null: every scope. */
  readonly scopes: readonly string[] | null;
  /** Null: all of the user's accounts. */
  readonly accountIds: readonly number[] | null;
  readonly expiresAt: string | null;
  readonly revoked: boolean;
}

/** What of a grant decides over what an endpoint is told. */
export type Reach = Pick<Grant, 'scopes' | 'accountIds'>;

/**
 * The accounts that an endpoint is told of: what it asked for, as far as it is granted.
 * @param wanted null: whatever the grant has.
 * @returns null for all of the user's accounts.
 */
export function accountsWithin(
  wanted: readonly number[] | null,
  granted: readonly number[] | null,
): number[] | null {
  if (granted === null) return wanted && [...wanted];
  return wanted === null ? [...granted] : wanted.filter((id) => granted.includes(id));
}

/** Whether something that could be read before cannot be read now. */
export function isNarrower(now: Reach, before: Reach): boolean {
  return lost(now.scopes, before.scopes) || lost<number>(now.accountIds, before.accountIds);
}

/** Whether what was made to be read before may show what cannot be read now, whichever account it is of. */
export function hasLostScopes(now: Pick<Reach, 'scopes'>, before: Pick<Reach, 'scopes'>): boolean {
  return lost(now.scopes, before.scopes);
}

/** Null is everything. */
function lost<T>(now: readonly T[] | null, before: readonly T[] | null): boolean {
  if (now === null) return false;
  return before === null || before.some((one) => !now.includes(one));
}
