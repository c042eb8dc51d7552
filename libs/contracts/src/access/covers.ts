import { Author, Caller } from './caller';
import { Problem } from '../problem';

/** The data that a link, an endpoint or a feed sends elsewhere without its user. */
export interface Carried {
  /** The scopes that reading the same data needs. */
  readonly scopes: readonly string[];
  /** Null: all of the user's accounts. */
  readonly accountIds: readonly number[] | null;
}

type Granted = Pick<Caller, 'scopes' | 'accountIds'>;

/**
 * Limits the data that a resource may carry to what its author was granted.
 * @param author null: made before authors were stored, or by the owner
 * @param wanted the data that it would carry for an author who was granted everything
 */
export function carriedFor(author: Pick<Author, 'scopes'> | null, wanted: Carried): Carried {
  const granted = author?.scopes ?? null;
  return { ...wanted, scopes: wanted.scopes.filter((scope) => granted === null || granted.includes(scope)) };
}

/** Whether this grant may read everything that is carried. */
export function covers(granted: Granted, carried: Carried): boolean {
  return coversAccounts(granted, carried) && missingScopes(granted, carried).length === 0;
}

/**
 * Checks callers who change or resume a resource that carries data, or read its secrets: they must be able to read
 * that data. Ending or pausing it needs only the scope of the route.
 * @throws Problem: not_found if accounts were not granted, forbidden if scopes were not
 */
export function requireCover(granted: Granted, carried: Carried): void {
  if (!coversAccounts(granted, carried)) throw Problem.notFound();
  const scopes = missingScopes(granted, carried);
  if (scopes.length > 0) throw new Problem({ kind: 'forbidden', scopes });
}

function missingScopes({ scopes }: Granted, carried: Carried): string[] {
  return scopes === null ? [] : carried.scopes.filter((scope) => !scopes.includes(scope));
}

function coversAccounts({ accountIds }: Granted, carried: Carried): boolean {
  if (accountIds === null) return true;
  return carried.accountIds?.every((id) => accountIds.includes(id)) ?? false;
}
