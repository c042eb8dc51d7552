import { Database } from '@tributary/persistence';
import { knowSignIn } from '../auth/known-networks';
import { recordSecurityEvent } from '../auth/security-events';
import { passwordFits } from './passwords';
import { beginSession } from './sessions';
import { countAttempt, forgiveAttempt } from './sign-in-attempts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Where the request comes from. */
  readonly address: string;
}

/**
 * Signs a user in. @returns the text of the session's cookie; null where address and password do not belong together
 * @throws TooManyAttemptsError
 */
export async function signIn(database: Database, credentials: Credentials): Promise<string | null> {
  const email = normalizedEmail(credentials.email);
  const { address } = credentials;
  await countAttempt(database, { email, address });
  const [user] = await database.query<{ id: number; password_hash: string | null }>(
    'select id, password_hash from users where email = $1 and disabled_at is null',
    [email],
  );
  if (!(await passwordFits(credentials.password, user?.password_hash ?? null)) || !user) {
    if (user) await recordSecurityEvent(database, { userId: user.id, kind: 'SIGN_IN_FAILED', address });
    return null;
  }
  return database.transaction(async (tx) => {
    await forgiveAttempt(tx, { email, address });
    const kind = (await knowSignIn(tx, user.id, address)) ? 'SIGNED_IN_FROM_NEW_ADDRESS' : 'SIGNED_IN';
    await recordSecurityEvent(tx, { userId: user.id, kind, address });
    return beginSession(tx, user.id);
  });
}

/** As addresses are kept: in lower case, without spaces around. */
export function normalizedEmail(email: string): string {
  return email.trim().toLowerCase();
}
