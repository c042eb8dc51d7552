import { Database, Tx } from '@tributary/persistence';
import { recentAccess } from '../access/recent-access';
import { recordSecurityEvent } from '../audit/security-events';
import { findMailCode, takeMailCode } from '../mail/mail-codes';
import { Mails } from '../mail/mails';
import { lockSignIn, lockUsers, updateConfirmedAddress } from '../users/users.store';
import { releaseUnconfirmed } from '../sign-in/release-address';
import { forgetFailures } from '../sign-in/sign-in-attempts';

/** CONFIRMED: the account has the address now; ENDED: the link is invalid; TAKEN: another account has the address. */
export type Confirmation = 'CONFIRMED' | 'ENDED' | 'TAKEN';

const KINDS = ['CONFIRM_ADDRESS'] as const;

/** Uses the link of a mail: the user has the address, and it becomes the account's if it is new. The old address is notified. */
export async function confirmAddress(
  { database, mails }: { readonly database: Database; readonly mails: Mails },
  { code, address }: { readonly code: string; readonly address: string },
): Promise<Confirmation> {
  if (!(await findMailCode(database, KINDS, code))) return 'ENDED';
  const result = await database.transaction((tx) => confirm(tx, mails, code, address));
  recentAccess(database).forget();
  mails.wake();
  return result;
}

async function confirm(tx: Tx, mails: Mails, code: string, address: string): Promise<Confirmation> {
  // The lock makes sign-ups wait, so that none takes the address between the check and the change.
  await lockUsers(tx);
  const taken = await takeMailCode(tx, KINDS, code);
  if (!taken || taken.userId === null) return 'ENDED';
  const { userId, address: email } = taken;
  const user = await lockSignIn(tx, userId);
  if (!user || user.email === null) return 'ENDED';
  await releaseUnconfirmed(tx, email, userId);
  if (!(await updateConfirmedAddress(tx, userId, email))) return 'TAKEN';
  if (user.email === email) return 'CONFIRMED';
  if (user.is_confirmed) await mails.tellOldAddress(tx, 'ADDRESS_CHANGED', userId, user.email);
  await forgetFailures(tx, user.email);
  await recordSecurityEvent(tx, { userId, kind: 'EMAIL_CHANGED', address });
  return 'CONFIRMED';
}
