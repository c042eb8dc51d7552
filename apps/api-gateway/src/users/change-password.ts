import { Problem } from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import { recordSecurityEvent } from '../auth/security-events';
import { confirmPassword } from './confirm-password';
import { hashPassword } from './passwords';
import { beginSession, endSessionsOf, Session } from './sessions';
import { forgiveAttempt } from './sign-in-attempts';
import { unfitPassword } from './sign-up';

/**
 * Changes the password and ends the sessions of all browsers; this one gets a new one.
 * @returns the text of its cookie @throws Problem (invalid), TooManyAttemptsError
 */
export async function changePassword(
  database: Database,
  session: Session,
  wanted: { readonly current: string; readonly next: string; readonly address: string },
): Promise<string> {
  const { userId, email } = session;
  const { address } = wanted;
  const complaint = unfitPassword(wanted.next);
  if (complaint !== null) throw Problem.invalid({ password: [complaint] });
  await confirmPassword(database, session, { password: wanted.current, field: 'current_password', address });
  const passwordHash = await hashPassword(wanted.next);
  return database.transaction(async (tx) => {
    await forgiveAttempt(tx, { email, address });
    await tx.execute('update users set password_hash = $2, updated_at = now() where id = $1', [
      userId,
      passwordHash,
    ]);
    await endSessionsOf(tx, userId);
    await recordSecurityEvent(tx, { userId, kind: 'PASSWORD_CHANGED', address });
    return beginSession(tx, userId);
  });
}
