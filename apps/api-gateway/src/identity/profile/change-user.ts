import { FieldErrors, Problem } from '@tributary/contracts';
import { Database, Tx } from '@tributary/persistence';
import { recentAccess } from '../access/recent-access';
import { recordSecurityEvent } from '../audit/security-events';
import { Mails } from '../mail/mails';
import { confirmPassword } from '../sign-in/confirm-password';
import { Endable, endAccesses } from '../tokens/end-accesses';
import { findSignIn, lockUsers, updateAddress, updateName, updatePassword } from '../users/users.store';
import { hashPassword } from '../sign-in/passwords';
import { normalizedEmail } from '../sign-in/sign-in';
import { forgetFailures, forgiveAttempt } from '../sign-in/sign-in-attempts';
import { noteRepeated, unfitEmail, unfitName, unfitPassword } from '../sign-up/sign-up';

/** A change of a user. Absent members do not change. */
export interface UserChange {
  readonly name?: string;
  readonly email?: string;
  readonly password?: string;
  /** Needed for a new address or password: a token alone must not be enough to take the account over. */
  readonly currentPassword?: string;
  /** Accesses that end with the old password. */
  readonly ends: readonly Endable[];
}

interface AccountOwner {
  readonly userId: number;
  readonly email: string;
  readonly address: string;
  /** The session in which the change was sent, which stays; null: a token. */
  readonly sessionId?: number | null;
}

/**
 * Changes the user. An address of another account stays with that account. The response and its time do not reveal
 * this, as when someone signs up, and that account's owner finds the attempt in the audit trail. @throws Problem
 * (invalid), TooManyAttemptsError
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
    if (name !== undefined) await updateName(tx, owner.userId, name.trim());
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
 * Where mail is sent, the account's address does not change until the new one is confirmed; the mail goes out also if
 * another account has the address, so that nothing reveals it. Without mail, the lock makes sign-ups wait, so that
 * none takes the address between the check and the change.
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
  await lockUsers(tx);
  if (!(await updateAddress(tx, userId, email))) return noteRepeated(tx, { email, address });
  await forgetFailures(tx, present);
  await recordSecurityEvent(tx, { userId, kind: 'EMAIL_CHANGED', address });
}

/** Mails the present address about the change. An unconfirmed address gets no mail, because its owner is unknown. */
async function tellPresentAddress(tx: Tx, mails: Mails, userId: number): Promise<void> {
  const user = await findSignIn(tx, userId);
  if (user?.email && user.is_confirmed)
    await mails.tellOldAddress(tx, 'ADDRESS_CHANGE_ASKED', userId, user.email);
}

/** Stores the new password and ends the chosen accesses. Call `recentAccess(database).forget()` after the transaction. */
async function storePassword(
  tx: Tx,
  {
    userId,
    address,
    sessionId = null,
  }: {
    readonly userId: number;
    readonly address: string;
    /** The session that stays; null: none. */
    readonly sessionId?: number | null;
  },
  { passwordHash, ends }: { readonly passwordHash: string; readonly ends: readonly Endable[] },
): Promise<void> {
  await updatePassword(tx, userId, passwordHash);
  const details = await endAccesses(tx, userId, ends, { address, sessionId });
  await recordSecurityEvent(tx, { userId, kind: 'PASSWORD_CHANGED', address, details });
}
