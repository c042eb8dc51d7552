import { Database } from '@tributary/persistence';
import { knowSignIn } from '../audit/known-networks';
import { networkOf } from '../limits/networks';
import { recordSecurityEvent, SecurityEventKind } from '../audit/security-events';
import { insertSecurityEventByEmail } from '../audit/security-events.store';
import { findCredentials } from '../users/users.store';
import { passwordFits } from './passwords';
import { SessionOrigin } from '../sessions/session-origin';
import { beginSession } from '../sessions/sessions';
import { Attempt, countAttempt, forgiveAttempt, rewriteAttempt } from './sign-in-attempts';

export interface Credentials extends SessionOrigin {
  readonly email: string;
  readonly password: string;
}

/**
 * Signs a user in. @returns the text of the session's cookie; null if address and password do not match
 * @throws TooManyAttemptsError
 */
export async function signIn(database: Database, credentials: Credentials): Promise<string | null> {
  const email = normalizedEmail(credentials.email);
  const { address } = credentials;
  await countAttempt(database, { email, address });
  const user = await findCredentials(database, email);
  if (!(await passwordFits(credentials.password, user?.password_hash ?? null)) || !user) {
    await noteFailure(database, { email, address });
    return null;
  }
  return database.transaction(async (tx) => {
    await forgiveAttempt(tx, { email, address });
    const kind = (await knowSignIn(tx, user.id, address)) ? 'SIGNED_IN_FROM_NEW_ADDRESS' : 'SIGNED_IN';
    await recordSecurityEvent(tx, { userId: user.id, kind, address });
    return beginSession(tx, user.id, credentials);
  });
}

const FAILED: SecurityEventKind = 'SIGN_IN_FAILED';

/**
 * An entry in the trail of the account's owner. Without an account it runs as many statements and a write, too, because
 * the time must not reveal who has an account.
 */
async function noteFailure(database: Database, attempt: Attempt): Promise<void> {
  const { email, address } = attempt;
  await database.transaction(async (tx) => {
    await rewriteAttempt(tx, attempt);
    await insertSecurityEventByEmail(tx, email, FAILED, networkOf(address));
  });
}

/** The stored form of addresses: in lower case, without spaces around. */
export function normalizedEmail(email: string): string {
  return email.trim().toLowerCase();
}
