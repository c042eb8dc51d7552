import { Grant } from '@tributary/service';

/** The parts of a grant that decide what an endpoint receives. */
export type GrantedAccess = Pick<Grant, 'scopes' | 'accountIds'>;

/** Whether something that could be read before cannot be read now. */
export function isNarrower(now: GrantedAccess, before: GrantedAccess): boolean {
  return lost(now.scopes, before.scopes) || lost<number>(now.accountIds, before.accountIds);
}

/** Whether existing deliveries may show what cannot be read now, whichever account they are about. */
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
