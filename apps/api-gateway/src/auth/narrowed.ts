import { FieldErrors, Problem } from '@tributary/contracts';

/** What a token, or what a user let an app do, extends to; null is everything. */
export interface Extent {
  readonly scopes: readonly string[] | null;
  readonly accountIds: readonly number[] | null;
}

/**
 * What is left after a change: what is not named stays as it is. Nothing is added, not even what was taken away before.
 * @param more what a client does to get more @throws Problem (invalid)
 */
export function narrowed(granted: Extent, wanted: Partial<Extent>, more: string): Extent {
  const { scopes = granted.scopes, accountIds = granted.accountIds } = wanted;
  const errors: FieldErrors = {
    ...(isWithin(scopes, granted.scopes)
      ? {}
      : { scopes: [`Scopes can only be taken away here. To give more, ${more}.`] }),
    ...(isWithin(accountIds, granted.accountIds)
      ? {}
      : { financial_accounts: [`Accounts can only be taken away here. To give more, ${more}.`] }),
  };
  if (Object.keys(errors).length > 0) throw Problem.invalid(errors);
  return { scopes, accountIds };
}

function isWithin<T>(wanted: readonly T[] | null, granted: readonly T[] | null): boolean {
  if (granted === null) return true;
  return wanted !== null && wanted.every((one) => granted.includes(one));
}
