import { Problem } from '@tributary/contracts';
import { Database, Queryable } from '@tributary/persistence';
import { recentAccess } from '../access/recent-access';
import { recordSecurityEvent } from '../audit/security-events';
import { findMailCode, takeMailCode } from '../mail/mail-codes';
import { Mails } from '../mail/mails';
import { Endable, endAccesses } from '../tokens/end-accesses';
import { updatePasswordOfConfirmed } from '../users/users.store';
import { hashPassword } from '../sign-in/passwords';
import { normalizedEmail } from '../sign-in/sign-in';
import { forgetFailures } from '../sign-in/sign-in-attempts';
import { unfitPassword } from '../sign-up/sign-up';

/** Sends a link for a new password, if the address is the confirmed one of an account. The response is the same if not. */
export async function requestPasswordReset(database: Database, mails: Mails, email: string): Promise<void> {
  await database.transaction((tx) => mails.resetPassword(tx, normalizedEmail(email)));
  mails.wake();
}

/** Whether the link of a mail can still be used. */
export async function opensPasswordReset(database: Queryable, code: string): Promise<boolean> {
  return (await findMailCode(database, ['RESET_PASSWORD'], code)) !== null;
}

interface PasswordReset {
  readonly code: string;
  readonly password: string;
  /** Accesses that end with the old password. */
  readonly ends: readonly Endable[];
  readonly address: string;
}

/**
 * Uses the link of a mail for a new password, and ends the chosen accesses.
 * @returns whether the link could be used @throws Problem (invalid) if the password does not fit; the link stays valid
 */
export async function resetPassword(
  database: Database,
  { code, password, ends, address }: PasswordReset,
): Promise<boolean> {
  const complaint = unfitPassword(password);
  if (complaint !== null) throw Problem.invalid({ password: [complaint] });
  if (!(await opensPasswordReset(database, code))) return false; // before the hash, which is expensive
  const passwordHash = await hashPassword(password);
  const isReset = await database.transaction(async (tx) => {
    const taken = await takeMailCode(tx, ['RESET_PASSWORD'], code);
    if (!taken || taken.userId === null) return false;
    const { userId, address: email } = taken;
    if (!(await updatePasswordOfConfirmed(tx, { id: userId, email }, passwordHash))) return false;
    await forgetFailures(tx, email);
    const details = await endAccesses(tx, userId, ends, { address });
    await recordSecurityEvent(tx, { userId, kind: 'PASSWORD_RESET', address, details });
    return true;
  });
  recentAccess(database).forget();
  return isReset;
}
