import { FieldErrors, Problem } from '@tributary/contracts';
import { Database, Tx } from '@tributary/persistence';
import { recentAccess } from '../access/recent-access';
import { recordSecurityEvent } from '../audit/security-events';
import { Mails } from '../mail/mails';
import { confirmPassword } from '../sign-in/confirm-password';
import { Endable } from '../users/end-accesses';
import { hashPassword } from '../sign-in/passwords';
import { normalizedEmail } from '../sign-in/sign-in';
import { forgetFailures, forgiveAttempt } from '../sign-in/sign-in-attempts';
import { storePassword } from './store-password';
import { noteRepeated, unfitEmail, unfitName, unfitPassword } from '../sign-up/sign-up';

/** What may change of a user; what is absent stays. */
export interface UserChange {
  readonly name?: string;
  readonly email?: string;
  readonly password?: string;
  /** Needed for a new address or password: a token alone must not be enough to take the account over. */
  readonly currentPassword?: string;
  /** What ends with the old password. */
  readonly ends: readonly Endable[];
}

interface AccountOwner {
  readonly userId: number;
  readonly email: string;
  readonly address: string;
  /** The session in which the change was sent, which goes on; null: a token. */
  readonly sessionId?: number | null;
}

/**
 * Changes the user. An address that another account has stays theirs: the answer and its time do not show it, as when someone signs
 * up, and that account's owner finds the attempt in the audit trail. @throws Problem (invalid), TooManyAttemptsError
 */
export async function changeUser(
  { database, mails }: { readonly database: Database; readonly mails: Mails },
  owner: AccountOwner,
  change: UserChange,
): Promise<void> {
  requireFit(change);
  const { email, password, name } = change;
  const isConfirmed = email !== undefined || password !== undefined;
  if (isConfirmed) await confirm(database, owner, change.currentPassword);
  const passwordHash = password === undefined ? null : await hashPassword(password);
  await database.transaction(async (tx) => {
    if (isConfirmed) await forgiveAttempt(tx, owner);
    if (email !== undefined) await moveTo(tx, mails, owner, normalizedEmail(email));
    if (name !== undefined) await rename(tx, owner.userId, name.trim());
    if (passwordHash !== null) await storePassword(tx, owner, { passwordHash, ends: change.ends });
  });
  recentAccess(database).forget();
  mails.wake();
}

function requireFit({ name, email, password, ends }: UserChange): void {
  const complaints = {
    name: name === undefined ? null : unfitName(name),
    email: email === undefined ? null : unfitEmail(email),
    password: password === undefined ? null : unfitPassword(password),
    end: ends.length > 0 && password === undefined ? 'This goes with a new password alone.' : null,
    body:
      [name, email, password].every((one) => one === undefined) && ends.length === 0
        ? 'Send name, email or password: what is to change.'
        : null,
  };
  const errors: FieldErrors = Object.fromEntries(
    Object.entries(complaints).flatMap(([field, complaint]) =>
      complaint === null ? [] : [[field, [complaint]]],
    ),
  );
  if (Object.keys(errors).length > 0) throw Problem.invalid(errors);
}

async function confirm(database: Database, owner: AccountOwner, password: string | undefined): Promise<void> {
  if (password === undefined) {
    throw Problem.invalid({
      current_password: ['Send your present password to change the e-mail address or the password.'],
    });
  }
  await confirmPassword(database, owner, password);
}

/**
 * Where mail is sent, the account keeps its address until the new one is confirmed; a mail goes out also if another
 * account has it, so that nothing shows that. Otherwise the lock makes sign-ups wait, so that none takes the address between the
 * look and the change.
 */
async function moveTo(
  tx: Tx,
  mails: Mails,
  { userId, email: present, address }: AccountOwner,
  email: string,
): Promise<void> {
  if (email === present) return;
  if (mails.isOn) {
    await mails.confirmAddress(tx, userId, email);
    await tellPresentAddress(tx, mails, userId);
    return noteRepeated(tx, { email, address });
  }
  await tx.execute('lock table users in share row exclusive mode');
  const changed = await tx.execute(
    `update users set email = $2, email_confirmed_at = null, updated_at = now()
      where id = $1 and not exists (select 1 from users where email = $2)`,
    [userId, email],
  );
  if (changed === 0) return noteRepeated(tx, { email, address });
  await forgetFailures(tx, present);
  await recordSecurityEvent(tx, { userId, kind: 'EMAIL_CHANGED', address });
}

/** Only a confirmed one: of another, nobody knows whose mail it is. */
async function tellPresentAddress(tx: Tx, mails: Mails, userId: number): Promise<void> {
  const [user] = await tx.query<{ email: string }>(
    'select email from users where id = $1 and email is not null and email_confirmed_at is not null',
    [userId],
  );
  if (user) await mails.tellOldAddress(tx, 'ADDRESS_CHANGE_ASKED', userId, user.email);
}

async function rename(tx: Tx, userId: number, name: string): Promise<void> {
  await tx.execute('update users set name = $2, updated_at = now() where id = $1', [userId, name]);
}
