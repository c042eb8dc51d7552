import { Carried, covers, Paused } from '@tributary/contracts';

/** Present scopes and accounts of a restricted token, or of an app that a user authorized. */
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
  /** The name of the app or the token; null: unknown. */
  readonly name: string | null;
}

/** Pause of a resource that carries this data; null: the grant still covers it. */
export function pauseFor(grant: Grant, carried: Carried): Paused | null {
  const since = new Date().toISOString();
  if (grant.revoked) return { reason: 'GRANT_ENDED', since, by: grant.name };
  return covers(grant, carried) ? null : { reason: 'GRANT_NARROWED', since, by: grant.name };
}

/** Null is everything. */
export function within<T>(wanted: readonly T[] | null, granted: readonly T[] | null): T[] | null {
  if (granted === null) return wanted && [...wanted];
  return wanted === null ? [...granted] : wanted.filter((one) => granted.includes(one));
}
