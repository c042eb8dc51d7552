import { Problem } from '@tributary/contracts';
import { Database, Queryable, Tx } from '@tributary/persistence';
import { recentAccess } from '../access/recent-access';
import { recordSecurityEvent } from '../audit/security-events';
import { findMailCode, MailCode, takeMailCode } from '../mail/mail-codes';
import { ADDRESS_UNDO_KINDS } from '../mail/mail-content';
import { endLaterCodes } from '../mail/mails.store';
import { ENDABLE, endAccesses } from '../tokens/end-accesses';
import { lockSignIn, lockUsers, restoreCredentials } from '../users/users.store';
import { hashPassword } from '../sign-in/passwords';
import { releaseUnconfirmed } from '../sign-in/release-address';
import { forgetFailures } from '../sign-in/sign-in-attempts';
import { unfitPassword } from '../sign-up/sign-up';

/** RESTORED: the account has the address again; ENDED: the link is invalid; TAKEN: another account has the address. */
export type Restoration = 'RESTORED' | 'ENDED' | 'TAKEN';

/** Whether the link of a mail to an old address can still be used. */
export async function opensRestoration(database: Queryable, code: string): Promise<boolean> {
  return (await findMailCode(database, ADDRESS_UNDO_KINDS, code)) !== null;
}

/** Thrown if another account has the address. Nothing is changed, and the link can be used again. */
class AddressTakenError extends Error {
  override readonly name = 'AddressTakenError';
}

/**
 * Uses the link of a mail to an old address: the account gets that address and a new password, and all sessions,
 * tokens, grants and codes end. The old password ends in the same transaction, because whoever had the account
 * meanwhile knows it. @throws Problem (invalid) if the password does not fit; the link stays valid
 */
export async function restoreAddress(
  database: Database,
  { code, password, address }: { readonly code: string; readonly password: string; readonly address: string },
): Promise<Restoration> {
  const complaint = unfitPassword(password);
  if (complaint !== null) throw Problem.invalid({ password: [complaint] });
  if (!(await opensRestoration(database, code))) return 'ENDED'; // before the hash, which is expensive
  const passwordHash = await hashPassword(password);
  try {
    return await database.transaction(async (tx) => {
      // The lock makes sign-ups wait, so that none takes the address between the check and the change.
      await lockUsers(tx);
      const taken = await takeMailCode(tx, ADDRESS_UNDO_KINDS, code);
      return taken ? restore(tx, taken, { passwordHash, address }) : 'ENDED';
    });
  } catch (error) {
    if (error instanceof AddressTakenError) return 'TAKEN';
    throw error;
  } finally {
    recentAccess(database).forget();
  }
}

async function restore(
  tx: Tx,
  { userId, address: email, mailId }: MailCode,
  { passwordHash, address }: { readonly passwordHash: string; readonly address: string },
): Promise<Restoration> {
  const user = await lockSignIn(tx, userId);
  if (userId === null || !user) return 'ENDED';
  await releaseUnconfirmed(tx, email, userId);
  if (!(await restoreCredentials(tx, { id: userId, email, passwordHash }))) throw new AddressTakenError();
  // Codes of earlier addresses stay valid, because their owner had the account before. If a thief changes the address
  // again, the owner gets a later link, too.
  await endLaterCodes(tx, ADDRESS_UNDO_KINDS, { userId, email, mailId });
  for (const one of new Set([user.email, email])) if (one !== null) await forgetFailures(tx, one);
  const details = await endAccesses(tx, userId, ENDABLE, { address });
  await recordSecurityEvent(tx, { userId, kind: 'EMAIL_RESTORED', address, details });
  return 'RESTORED';
}
