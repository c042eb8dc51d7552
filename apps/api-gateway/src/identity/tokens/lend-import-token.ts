import { Database } from '@tributary/persistence';
import { deletePersonalToken, issuePersonalToken } from './issue-personal-token';
import { findUserOrAdministrator } from '../users/users.store';
import { Scope } from '../permissions/scopes';

const NAME = 'Import folder';
/** Scopes that an import needs; account identifiers are not among them. */
const SCOPES: readonly Scope[] = [
  'accounts:read',
  'accounts:write',
  'transactions:read',
  'transactions:write',
];
/** Validity of the token: longer than reading and applying a file may take; it ends by itself after a crash. */
const LENT_FOR_MS = 2 * 60 * 60 * 1000;

/** A token for one file, which its borrower gives back. */
export interface LentToken {
  readonly token: string;
  giveBack(): Promise<void>;
}

/**
 * Lends a token that imports files for the user with the e-mail address; null means the first administrator.
 * @returns null if there is no such user, or they are disabled
 */
export async function lendImportToken(database: Database, email: string | null): Promise<LentToken | null> {
  const userId = await findUserOrAdministrator(database, email?.toLowerCase() ?? null);
  if (userId === undefined) return null;
  const expiresAt = new Date(Date.now() + LENT_FOR_MS);
  const wanted = { userId, name: NAME, scopes: SCOPES, expiresAt };
  const { id, token } = await issuePersonalToken(database, wanted);
  const giveBack = async () => {
    await deletePersonalToken(database, id, { userId });
  };
  return { token, giveBack };
}
