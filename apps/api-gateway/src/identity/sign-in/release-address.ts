import { Tx } from '@tributary/persistence';
import { recordSecurityEvent } from '../audit/security-events';
import { forgetFailures } from './sign-in-attempts';

/**
 * Frees an address for somebody who has just proved that it is theirs, where another account has it and never did: an
 * unconfirmed address reserves nothing. That account gets a made-up address, which its settings show: its sessions go on, and its
 * user signs in with it and chooses another one. Lock `users` before. @param userId whose account keeps the address; null: nobody's
 */
export async function releaseUnconfirmed(tx: Tx, email: string, userId: number | null): Promise<void> {
  const [released] = await tx.query<{ id: number }>(
    `update users set email = 'released-' || id || '@unconfirmed.invalid', updated_at = now()
      where email = $1 and email_confirmed_at is null and id is distinct from $2 returning id`,
    [email, userId],
  );
  if (!released) return;
  await forgetFailures(tx, email);
  const details = { reason: 'somebody else confirmed the address' };
  await recordSecurityEvent(tx, { userId: released.id, kind: 'EMAIL_CHANGED', details });
}
