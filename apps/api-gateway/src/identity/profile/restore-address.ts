import { Problem } from '@tributary/contracts';
import { Database, Queryable, Tx } from '@tributary/persistence';
import { recentAccess } from '../access/recent-access';
import { recordSecurityEvent } from '../audit/security-events';
import { findMailCode, MailCode, takeMailCode } from '../mail/mail-codes';
import { ADDRESS_UNDO_KINDS } from '../mail/mail-content';
import { ENDABLE, endAccesses } from '../users/end-accesses';
import { hashPassword } from '../sign-in/passwords';
import { releaseUnconfirmed } from '../sign-in/release-address';
import { forgetFailures } from '../sign-in/sign-in-attempts';
import { unfitPassword } from '../sign-up/sign-up';

/** RESTORED: the account has the address again; ENDED: the link opens nothing; TAKEN: another account has the address. */
export type Restoration = 'RESTORED' | 'ENDED' | 'TAKEN';

/** Whether the link of a mail to an old address can still be used. */
export async function opensRestoration(database: Queryable, code: string): Promise<boolean> {
  return (await findMailCode(database, ADDRESS_UNDO_KINDS, code)) !== null;
}

/** Another account has the address: nothing is changed, and the link can be used again. */
class AddressTakenError extends Error {
  override readonly name = 'AddressTakenError';
}

/**
 * Uses the link of a mail to an old address: the account gets that address back and a new password, and everything else
 * ends, sessions, tokens, grants and codes. Whoever had the account meanwhile knows the old password, so it goes in the same
 * transaction.
 * @throws Problem (invalid) if the password does not fit; the link stays
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
      // Sign-ups wait, so that none takes the address between the look and the change.
      await tx.execute('lock table users in share row exclusive mode');
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
  const [user] = await tx.query<{ email: string | null }>(
    'select email from users where id = $1 and disabled_at is null for update',
    [userId],
  );
  if (userId === null || !user) return 'ENDED';
  await releaseUnconfirmed(tx, email, userId);
  const changed = await tx.execute(
    `update users set email = $2, email_confirmed_at = now(), password_hash = $3, updated_at = now()
      where id = $1 and not exists (select 1 from users where email = $2 and id <> $1)`,
    [userId, email, passwordHash],
  );
  if (changed === 0) throw new AddressTakenError();
  await endLaterUndos(tx, { userId, email, mailId });
  for (const one of new Set([user.email, email])) if (one !== null) await forgetFailures(tx, one);
  const details = await endAccesses(tx, userId, ENDABLE, { address });
  await recordSecurityEvent(tx, { userId, kind: 'EMAIL_RESTORED', address, details });
  return 'RESTORED';
}

/**
 * Ends the links of the address itself, and of all that the account got after it: a thief whose address is moved on gets a link,
 * too. Those of earlier addresses work on, because their owner had the account before.
 */
async function endLaterUndos(
  tx: Tx,
  { userId, email, mailId }: { readonly userId: number; readonly email: string; readonly mailId: number },
): Promise<void> {
  await tx.execute(
    `update mails set code_hash = null
      where user_id = $1 and kind = any($2) and code_hash is not null
        and id >= (select least($4::bigint, min(id)) from mails
                    where user_id = $1 and kind = any($2) and address = $3
                      and code_hash is not null and code_expires_at > now())`,
    [userId, ADDRESS_UNDO_KINDS, email, mailId],
  );
}
