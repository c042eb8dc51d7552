import { charactersOf, FieldErrors, isLongerThan, Problem } from '@tributary/contracts';
import { Database, Queryable, Tx } from '@tributary/persistence';
import { knowSignIn } from '../audit/known-networks';
import { Plan } from '../permissions/plans';
import { Role } from '../permissions/roles';
import { recordSecurityEvent, SecurityEvent } from '../audit/security-events';
import { Mails } from '../mail/mails';
import { hasNoAdministrator, lockAdministrators } from '../users/administrators';
import { findUserOfAddress, hasPasswords, insertUserRow } from '../users/users.store';
import { useInvitation } from './invitations';
import { hashPassword, PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../sign-in/passwords';
import { normalizedEmail } from '../sign-in/sign-in';
import { isAdmitted, SignUpMode } from './sign-up-mode';

export interface NewAccount {
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

export interface SignUp extends NewAccount {
  /** Address that the request comes from. */
  readonly address: string;
  /** The invitation's text as it was given out; `''`: none. */
  readonly invitation: string;
}

/** Thrown if no invitation admits this person. */
export class NotInvitedError extends Error {
  override readonly name = 'NotInvitedError';
}

export const NAME_LENGTH_MAX = 100;
export const EMAIL_LENGTH_MAX = 254;

/** @throws Problem (notFound) if sign-up is closed, NotInvitedError if this visitor is not invited */
export async function requireAdmitted(
  database: Queryable,
  mode: SignUpMode,
  isInvited: boolean,
): Promise<void> {
  if (mode === 'closed') throw Problem.notFound();
  if (!(await wouldAdmit(database, mode, isInvited))) throw new NotInvitedError();
}

/** Whether someone may make an account, with an invitation or without one. */
export async function wouldAdmit(
  database: Queryable,
  mode: SignUpMode,
  isInvited: boolean,
): Promise<boolean> {
  const isFirst = mode === 'first-user' && !isInvited && !(await hasPasswords(database));
  return isAdmitted(mode, { isInvited, isFirst });
}

/** The first user runs the installation, and has the largest plan. */
export const FIRST_USER = { plan: 'PRO', role: 'ADMIN' } as const;

/**
 * Creates an account on the free plan (the first of an installation: `FIRST_USER`), if the address has none. The
 * response and its cost are the same if it has one: a stranger cannot learn which addresses have an account. The owner
 * of an existing account finds the attempt in the audit trail (docs/decisions/signing-in.md#who-may-sign-up).
 * @throws Problem (invalid, notFound), NotInvitedError
 */
export async function signUp(
  { database, mails }: { readonly database: Database; readonly mails: Mails },
  mode: SignUpMode,
  wanted: SignUp,
): Promise<void> {
  requireFit(wanted);
  const passwordHash = await hashPassword(wanted.password);
  const { address } = wanted;
  await database.transaction(async (tx) => {
    const invitationId = await admit(tx, mode, wanted);
    const isFirst = mode === 'first-user' && invitationId === null && (await hasNoAdministrator(tx));
    const kind = isFirst ? FIRST_USER : ({ plan: 'FREE' } as const);
    const userId = await insertUser(tx, { ...wanted, ...kind }, passwordHash);
    await mails.confirmAddress(tx, userId, normalizedEmail(wanted.email));
    if (userId === null) return noteRepeated(tx, wanted);
    await knowSignIn(tx, userId, address);
    const details: SecurityEvent['details'] = invitationId === null ? {} : { invitation_id: invitationId };
    await recordSecurityEvent(tx, { userId, kind: 'SIGNED_UP', address, details });
  });
  mails.wake();
}

/**
 * Admits a person by invitation, or the first person where only that one may sign up; a simultaneous second one waits
 * here for the first.
 * @returns the id of the consumed invitation
 */
async function admit(tx: Tx, mode: SignUpMode, { invitation, email }: SignUp): Promise<number | null> {
  const used = await useInvitation(tx, invitation, normalizedEmail(email));
  if (mode === 'first-user' && used === null) await lockAdministrators(tx);
  await requireAdmitted(tx, mode, used !== null);
  return used;
}

/** Records the attempt in the trail of the account that has the address, by as many statements as a new account takes. */
export async function noteRepeated(
  tx: Tx,
  { email, address }: Pick<SignUp, 'email' | 'address'>,
): Promise<void> {
  const owner = await findUserOfAddress(tx, normalizedEmail(email));
  if (owner) await recordSecurityEvent(tx, { userId: owner.id, kind: 'SIGN_UP_REPEATED', address });
}

export interface CreatedAccount extends NewAccount {
  readonly plan: Plan;
  /** A check in the transaction of the creation; it throws to prevent it. */
  readonly require?: (tx: Tx) => Promise<void>;
  /** Details of the security event. */
  readonly details: SecurityEvent['details'];
}

/** Creates an account for another person, whom the caller informs. @returns the user's id @throws Problem (invalid) */
export async function createAccount(database: Database, wanted: CreatedAccount): Promise<number> {
  requireFit(wanted);
  const passwordHash = await hashPassword(wanted.password);
  return database.transaction(async (tx) => {
    await wanted.require?.(tx);
    const userId = await insertUser(tx, wanted, passwordHash);
    if (userId === null) {
      throw Problem.invalid({ email: ['There is an account with this e-mail address already.'] });
    }
    await recordSecurityEvent(tx, { userId, kind: 'SIGNED_UP', details: wanted.details });
    return userId;
  });
}

interface NewUser extends NewAccount {
  readonly plan: Plan;
  readonly role?: Role;
  /** Whether the person has proved to own the address; false by default. */
  readonly isConfirmed?: boolean;
}

/** @returns null if the address has an account */
export async function insertUser(
  tx: Tx,
  { email, name, plan, role = 'USER', isConfirmed = false }: NewUser,
  passwordHash: string,
): Promise<number | null> {
  const wanted = { email: normalizedEmail(email), name: name.trim(), plan, role, passwordHash, isConfirmed };
  return (await insertUserRow(tx, wanted)) ?? null;
}

/** @throws Problem (invalid) with the errors of all fields */
export function requireFit({ email, name, password }: NewAccount): void {
  const complaints = { email: unfitEmail(email), name: unfitName(name), password: unfitPassword(password) };
  const errors: FieldErrors = Object.fromEntries(
    Object.entries(complaints).flatMap(([field, complaint]) =>
      complaint === null ? [] : [[field, [complaint]]],
    ),
  );
  if (Object.keys(errors).length > 0) throw Problem.invalid(errors);
}

/** Whether the text can be an address that someone signs in with. */
export function isEmail(text: string): boolean {
  return !isLongerThan(text, EMAIL_LENGTH_MAX) && /^[^\s@]+@[^\s@]+$/.test(text.trim());
}

/** The error of a new address; null if it is valid. */
export function unfitEmail(email: string): string | null {
  return isEmail(email) ? null : 'Enter an e-mail address, such as name@example.com.';
}

/** The error of a user's new name; null if it is valid. */
export function unfitName(name: string): string | null {
  if (name.trim() !== '' && !isLongerThan(name, NAME_LENGTH_MAX)) return null;
  return `Enter a name of at most ${NAME_LENGTH_MAX} characters.`;
}

/** The error of a new password; null if it is valid. */
export function unfitPassword(password: string): string | null {
  if (!isLongerThan(password, PASSWORD_LENGTH_MAX) && charactersOf(password) >= PASSWORD_LENGTH_MIN)
    return null;
  return `Choose a password of ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters.`;
}
