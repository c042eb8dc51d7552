import { Problem } from '@tributary/contracts';
import { Database, Tx } from '@tributary/persistence';
import { recentAccess } from '../auth/recent-access';
import { recordSecurityEvent } from '../auth/security-events';
import { confirmPassword } from './confirm-password';
import { Endable, endAccesses } from './end-accesses';
import { hashPassword } from './passwords';
import { SessionOrigin } from '../auth/sessions/session-origin';
import { beginSession, endSession, Session } from '../auth/sessions/sessions';
import { forgiveAttempt } from './sign-in-attempts';
import { unfitPassword } from './sign-up';

export interface NewPassword extends SessionOrigin {
  readonly current: string;
  readonly next: string;
  /** What ends with the old password. */
  readonly ends: readonly Endable[];
}

/**
 * Changes the password and ends the chosen accesses; this browser gets a new session.
 * @returns the text of its cookie @throws Problem (invalid), TooManyAttemptsError
 */
export async function changePassword(
  database: Database,
  session: Session,
  wanted: NewPassword,
): Promise<string> {
  const { userId, email } = session;
  const { address } = wanted;
  const complaint = unfitPassword(wanted.next);
  if (complaint !== null) throw Problem.invalid({ password: [complaint] });
  await confirmPassword(database, session, { password: wanted.current, field: 'current_password', address });
  const passwordHash = await hashPassword(wanted.next);
  const text = await database.transaction(async (tx) => {
    await forgiveAttempt(tx, { email, address });
    await storePassword(tx, { userId, address }, { passwordHash, ends: wanted.ends });
    await endSession(tx, session.id);
    return beginSession(tx, userId, wanted);
  });
  recentAccess(database).forget();
  return text;
}

/** Keeps the new password and ends what was chosen. Call `recentAccess(database).forget()` after the transaction. */
export async function storePassword(
  tx: Tx,
  {
    userId,
    address,
    sessionId = null,
  }: {
    readonly userId: number;
    readonly address: string;
    /** The session that goes on; null: none does. */
    readonly sessionId?: number | null;
  },
  { passwordHash, ends }: { readonly passwordHash: string; readonly ends: readonly Endable[] },
): Promise<void> {
  await tx.execute('update users set password_hash = $2, updated_at = now() where id = $1', [
    userId,
    passwordHash,
  ]);
  const details = await endAccesses(tx, userId, ends, { address, sessionId });
  await recordSecurityEvent(tx, { userId, kind: 'PASSWORD_CHANGED', address, details });
}
