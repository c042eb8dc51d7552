import { Database, Tx } from '@tributary/persistence';
import { recentAccess } from '../access/recent-access';
import { recordSecurityEvent } from '../audit/security-events';
import { findMailCode, takeMailCode } from '../mail/mail-codes';
import { Mails } from '../mail/mails';
import { releaseUnconfirmed } from '../sign-in/release-address';
import { forgetFailures } from '../sign-in/sign-in-attempts';

/** CONFIRMED: the account has the address now; ENDED: the link opens nothing; TAKEN: another account got the address. */
export type Confirmation = 'CONFIRMED' | 'ENDED' | 'TAKEN';

const KINDS = ['CONFIRM_ADDRESS'] as const;

/** Uses the link of a mail: its address is the user's, and becomes the account's if it is a new one. The old one is told. */
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
  // Sign-ups wait, so that none takes the address between the look and the change.
  await tx.execute('lock table users in share row exclusive mode');
  const taken = await takeMailCode(tx, KINDS, code);
  if (!taken || taken.userId === null) return 'ENDED';
  const { userId, address: email } = taken;
  const [user] = await tx.query<{ email: string | null; is_confirmed: boolean }>(
    `select email, email_confirmed_at is not null as is_confirmed
       from users where id = $1 and disabled_at is null for update`,
    [userId],
  );
  if (!user || user.email === null) return 'ENDED';
  await releaseUnconfirmed(tx, email, userId);
  const changed = await tx.execute(
    `update users set email = $2, email_confirmed_at = now(), updated_at = now()
      where id = $1 and not exists (select 1 from users where email = $2 and id <> $1)`,
    [userId, email],
  );
  if (changed === 0) return 'TAKEN';
  if (user.email === email) return 'CONFIRMED';
  if (user.is_confirmed) await mails.tellOldAddress(tx, 'ADDRESS_CHANGED', userId, user.email);
  await forgetFailures(tx, user.email);
  await recordSecurityEvent(tx, { userId, kind: 'EMAIL_CHANGED', address });
  return 'CONFIRMED';
}
