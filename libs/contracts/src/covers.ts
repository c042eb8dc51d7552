import { Author, Caller } from './caller';
import { Problem } from './problem';

/** What a thing that runs by itself (a link, an endpoint, a feed) carries away from where it is read. */
export interface Carried {
  /** What reading the same takes. */
  readonly scopes: readonly string[];
  /** Null: all of the user's accounts. */
  readonly accountIds: readonly number[] | null;
}

type Granted = Pick<Caller, 'scopes' | 'accountIds'>;

/**
 * What a thing carries: no more than its author was granted.
 * @param author null: made before authors were kept, or by the owner
 * @param wanted what it would carry for an author who was granted everything
 */
export function carriedFor(author: Pick<Author, 'scopes'> | null, wanted: Carried): Carried {
  const granted = author?.scopes ?? null;
  return { ...wanted, scopes: wanted.scopes.filter((scope) => granted === null || granted.includes(scope)) };
}

/** Whether whoever was granted this may read all that is carried. */
export function covers(granted: Granted, carried: Carried): boolean {
  return coversAccounts(granted, carried) && missingScopes(granted, carried).length === 0;
}

/**
 * The one rule for whoever changes such a thing, makes it go on, or reads its secrets: they must be able to read what it
 * carries. (Ending it or pausing it takes no more than the scope of the route.)
 * @throws Problem: not_found where accounts were not granted, forbidden where scopes were not
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
