import { Grant } from '@tributary/service';

/** What of a grant decides what an endpoint receives. */
export type GrantedAccess = Pick<Grant, 'scopes' | 'accountIds'>;

/** Whether something that could be read before cannot be read now. */
export function isNarrower(now: GrantedAccess, before: GrantedAccess): boolean {
  return lost(now.scopes, before.scopes) || lost<number>(now.accountIds, before.accountIds);
}

/** Whether what was made to be read before may show what cannot be read now, whichever account it is of. */
export function hasLostScopes(
  now: Pick<GrantedAccess, 'scopes'>,
  before: Pick<GrantedAccess, 'scopes'>,
): boolean {
  return lost(now.scopes, before.scopes);
}

/** Null is everything. */
function lost<T>(now: readonly T[] | null, before: readonly T[] | null): boolean {
  if (now === null) return false;
  return before === null || before.some((one) => !now.includes(one));
}
