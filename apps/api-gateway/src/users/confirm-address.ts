import { Database } from '@tributary/persistence';
import { recentAccess } from '../auth/recent-access';
import { recordSecurityEvent } from '../auth/security-events';
import { takeMailCode } from '../mail/mail-codes';
import { forgetFailures } from './sign-in-attempts';

/** CONFIRMED: the account has the address now; ENDED: the link opens nothing; TAKEN: another account got the address. */
export type Confirmation = 'CONFIRMED' | 'ENDED' | 'TAKEN';

/** Uses the link of a mail: its address is the user's, and becomes the account's if it is a new one. */
export async function confirmAddress(
  database: Database,
  { code, address }: { readonly code: string; readonly address: string },
): Promise<Confirmation> {
  const result = await database.transaction(async (tx): Promise<Confirmation> => {
    const taken = await takeMailCode(tx, 'CONFIRM_ADDRESS', code);
    if (!taken) return 'ENDED';
    const { userId, address: email } = taken;
    // Sign-ups wait, so that none takes the address between the look and the change.
    await tx.execute('lock table users in share row exclusive mode');
    const [user] = await tx.query<{ email: string | null }>(
      'select email from users where id = $1 and disabled_at is null for update',
      [userId],
    );
    if (!user || user.email === null) return 'ENDED';
    const changed = await tx.execute(
      `update users set email = $2, email_confirmed_at = now(), updated_at = now()
        where id = $1 and not exists (select 1 from users where email = $2 and id <> $1)`,
      [userId, email],
    );
    if (changed === 0) return 'TAKEN';
    if (user.email === email) return 'CONFIRMED';
    await forgetFailures(tx, user.email);
    await recordSecurityEvent(tx, { userId, kind: 'EMAIL_CHANGED', address });
    return 'CONFIRMED';
  });
  recentAccess(database).forget();
  return result;
}
