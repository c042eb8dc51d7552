import { Queryable } from '@tributary/persistence';
import { hasInvitation, insertInvitation, readInvitation, takeInvitation } from './invitations.store';
import { isTokenText, newTokenText, TOKEN_PREFIXES, tokenHash } from '../codes/token-text';

/** An invitation as it is handed out: its text is not stored. */
export interface NewInvitation {
  readonly id: number;
  /** Text that opens the sign-up page, once. */
  readonly text: string;
  readonly expiresAt: Date;
}

/** Invites somebody to create an account. @param email the only address that may use it, in stored form; null: any */
export async function invite(
  database: Queryable,
  { email, days }: { readonly email: string | null; readonly days: number },
): Promise<NewInvitation> {
  const text = newTokenText(TOKEN_PREFIXES.invitation);
  const made = await insertInvitation(database, { codeHash: tokenHash(text), email, days });
  if (!made) throw new Error('the invitation was not kept');
  return { id: made.id, text, expiresAt: made.expires_at };
}

/** Whether the text is an invitation that can still be used. */
export async function isInvitation(database: Queryable, text: string): Promise<boolean> {
  if (!isTokenText(text, [TOKEN_PREFIXES.invitation])) return false;
  return hasInvitation(database, tokenHash(text));
}

/**
 * Consumes an invitation: of two simultaneous uses, the second waits here and finds it consumed.
 * @param email of the new account, in stored form
 * @returns its id; null if it is invalid, or for another address
 */
export async function useInvitation(tx: Queryable, text: string, email: string): Promise<number | null> {
  if (!isTokenText(text, [TOKEN_PREFIXES.invitation])) return null;
  return (await takeInvitation(tx, tokenHash(text), email)) ?? null;
}

/** Finds an invitation for the address without using it. @returns its id; null if it is invalid, or for another address */
export async function findInvitation(
  database: Queryable,
  text: string,
  email: string,
): Promise<number | null> {
  if (!isTokenText(text, [TOKEN_PREFIXES.invitation])) return null;
  return (await readInvitation(database, tokenHash(text), email)) ?? null;
}
