import { FieldErrors, Problem } from '@tributary/contracts';

/** The access of a token or a grant; null is everything. */
export interface Extent {
  readonly scopes: readonly string[] | null;
  readonly accountIds: readonly number[] | null;
}

/**
 * The access after a change; absent members do not change. Nothing is added, not even what was removed before. @param
 * more how a client can get more @throws Problem (invalid)
 */
export function narrowed(granted: Extent, wanted: Partial<Extent>, more: string): Extent {
  const { scopes = granted.scopes, accountIds = granted.accountIds } = wanted;
  const errors: FieldErrors = {
    ...(isWithin(scopes, granted.scopes)
      ? {}
      : { scopes: [`Scopes can only be removed here. To give more, ${more}.`] }),
    ...(isWithin(accountIds, granted.accountIds)
      ? {}
      : { financial_accounts: [`Accounts can only be removed here. To give more, ${more}.`] }),
  };
  if (Object.keys(errors).length > 0) throw Problem.invalid(errors);
  return { scopes, accountIds };
}

/** Errors for an end that does not fit. */
interface EndMessages {
  readonly laterEnd: string;
  readonly pastEnd: string;
}

/** The new end of an access: no later than the present one. @throws Problem (invalid) */
export function earlierEnd(
  present: Date | null,
  wanted: Date | undefined,
  now: Date,
  { laterEnd, pastEnd }: EndMessages,
): Date | null {
  if (wanted === undefined) return present;
  if (present !== null && wanted > present) throw Problem.invalid({ expires_at: [laterEnd] });
  if (wanted <= now) throw Problem.invalid({ expires_at: [pastEnd] });
  return wanted;
}

function isWithin<T>(wanted: readonly T[] | null, granted: readonly T[] | null): boolean {
  if (granted === null) return true;
  return wanted !== null && wanted.every((one) => granted.includes(one));
}
