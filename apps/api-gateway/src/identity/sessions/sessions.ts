import { Database, Queryable } from '@tributary/persistence';
import { Plan } from '../permissions/plans';
import { Role } from '../permissions/roles';
import { networkOf } from '../limits/networks';
import { isTokenText, newTokenText, TOKEN_PREFIXES, tokenHash } from '../codes/token-text';
import { browserOf, SessionOrigin } from './session-origin';
import { insertSession, readSession } from './sessions.store';

/** A browser that someone has signed in with. */
export interface Session {
  readonly id: number;
  readonly userId: number;
  readonly email: string;
  readonly userName: string;
  readonly plan: Plan;
  readonly role: Role;
}

export const SESSION_DAYS = 14;

/**
 * Begins a session. @returns the text for the browser's cookie; it is not stored
 * @param origin as its user recognizes it later; null: not over HTTP
 */
export async function beginSession(
  database: Queryable,
  userId: number,
  origin: SessionOrigin | null = null,
): Promise<string> {
  const text = newTokenText(TOKEN_PREFIXES.session);
  await insertSession(database, {
    userId,
    hash: tokenHash(text),
    days: SESSION_DAYS,
    network: origin && networkOf(origin.address),
    browser: browserOf(origin?.userAgent),
  });
  return text;
}

/** The session of a cookie; null if there is none (any more). */
export async function findSession(database: Database, text: string | undefined): Promise<Session | null> {
  if (text === undefined || !isTokenText(text, [TOKEN_PREFIXES.session])) return null;
  const row = await readSession(database, tokenHash(text));
  if (!row) return null;
  const { id, user_id: userId, email, name: userName, plan, role } = row;
  return { id, userId, email, userName, plan, role };
}
