import { Tx } from '@tributary/persistence';
import { recordSecurityEvent } from '../audit/security-events';
import { releaseAddress } from '../users/users.store';
import { forgetFailures } from './sign-in-attempts';

/**
 * Frees an address for somebody who has just proved to own it, where another account has it and never proved that: an
 * unconfirmed address reserves nothing. That account gets a made-up address, which its settings show: its sessions go
 * on, and its user signs in with it and chooses another one. Lock `users` before. @param userId the user whose address
 * stays as it is; null: none
 */
export async function releaseUnconfirmed(tx: Tx, email: string, userId: number | null): Promise<void> {
  const released = await releaseAddress(tx, email, userId);
  if (released === undefined) return;
  await forgetFailures(tx, email);
  const details = { reason: 'somebody else confirmed the address' };
  await recordSecurityEvent(tx, { userId: released, kind: 'EMAIL_CHANGED', details });
}
