import { Tx } from '@tributary/persistence';
import { recordSecurityEvent } from '../audit/security-events';
import { releaseAddress } from '../users/users.store';
import { forgetFailures } from './sign-in-attempts';

/**
 * Frees an address for a user who has just proved to own it, if another account has the address without having proved
 * that: an unconfirmed address reserves nothing. The other account gets a made-up address, which its settings show. Its
 * sessions continue, and its user signs in with the made-up address and chooses another one. The caller must lock
 * `users` before.
 * @param userId the user whose address must not change; null for none
 */
export async function releaseUnconfirmed(tx: Tx, email: string, userId: number | null): Promise<void> {
  const released = await releaseAddress(tx, email, userId);
  if (released === undefined) return;
  await forgetFailures(tx, email);
  const details = { reason: 'somebody else confirmed the address' };
  await recordSecurityEvent(tx, { userId: released, kind: 'EMAIL_CHANGED', details });
}
