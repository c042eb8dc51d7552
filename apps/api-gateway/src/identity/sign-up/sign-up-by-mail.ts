import { Problem } from '@tributary/contracts';
import { Database, Queryable, Tx } from '@tributary/persistence';
import { knowSignIn } from '../audit/known-networks';
import { recordSecurityEvent, SecurityEvent } from '../audit/security-events';
import { findMailCode, MailCode, takeMailCode } from '../mail/mail-codes';
import { Mails } from '../mail/mails';
import { findInvitation } from './invitations';
import { useInvitationById } from './invitations.store';
import { findUserOfAddress, hasPasswords, lockUsers } from '../users/users.store';
import { hashPassword } from '../sign-in/passwords';
import { releaseUnconfirmed } from '../sign-in/release-address';
import { normalizedEmail } from '../sign-in/sign-in';
import { insertUser, requireAdmitted, requireFit, SignUp, unfitEmail } from './sign-up';
import { SignUpMode } from './sign-up-mode';

interface Surroundings {
  readonly database: Database;
  readonly mails: Mails;
  readonly mode: SignUpMode;
}

/**
 * Whether an account begins with the link in a mail: wherever mail is sent. The first user of an installation is made at once,
 * because they may be about to set mail up.
 */
export async function beginsByMail(
  { database, mails, mode }: Surroundings,
  isInvited: boolean,
): Promise<boolean> {
  if (!mails.isOn) return false;
  return isInvited || mode !== 'first-user' || (await hasPasswords(database));
}

/**
 * Mails a link with which the account begins. The response and its cost are the same where the address has an account,
 * whose owner finds the attempt in the audit trail. Nothing is reserved. @throws Problem (invalid, notFound),
 * NotInvitedError
 */
export async function requestSignUp(
  { database, mails, mode }: Surroundings,
  wanted: Pick<SignUp, 'email' | 'address' | 'invitation'>,
): Promise<void> {
  const complaint = unfitEmail(wanted.email);
  if (complaint !== null) throw Problem.invalid({ email: [complaint] });
  const email = normalizedEmail(wanted.email);
  await database.transaction(async (tx) => {
    const invitationId = await findInvitation(tx, wanted.invitation, email);
    await requireAdmitted(tx, mode, invitationId !== null);
    await mails.beginAccount(tx, email, { invitationId });
    await noteKnown(tx, email, wanted.address);
  });
  mails.wake();
}

/** Records the attempt in the trail of the account that has confirmed the address. */
async function noteKnown(tx: Tx, email: string, address: string): Promise<void> {
  const owner = await findUserOfAddress(tx, email);
  if (owner?.is_confirmed)
    await recordSecurityEvent(tx, { userId: owner.id, kind: 'SIGN_UP_REPEATED', address });
}

/** Account that the link of a mail begins. */
export interface BegunSignUp {
  readonly email: string;
  /** Whether an account has the address but never confirmed it, and so loses it. */
  readonly displaces: boolean;
}

/** Finds the sign-up behind the link of a mail. @returns null if the link is invalid */
export async function readSignUp(database: Queryable, code: string): Promise<BegunSignUp | null> {
  const found = await findMailCode(database, ['SIGN_UP'], code);
  if (!found) return null;
  const holder = await holderOf(database, found.address);
  return holder === 'CONFIRMED' ? null : { email: found.address, displaces: holder === 'UNCONFIRMED' };
}

interface BeginAccount {
  readonly code: string;
  readonly name: string;
  readonly password: string;
  /** The person has read that another account loses the address. */
  readonly displaces: boolean;
  readonly address: string;
}

/**
 * Creates the account of a mailed link, with a confirmed address. The user chooses the password here, because another
 * person may have requested the link.
 * @returns whether the link could be used
 * @throws Problem (invalid; the link stays valid), NotInvitedError
 */
export async function beginAccount(
  { database, mode }: Pick<Surroundings, 'database' | 'mode'>,
  wanted: BeginAccount,
): Promise<boolean> {
  const begun = await readSignUp(database, wanted.code);
  if (!begun) return false;
  requireFit({ ...wanted, email: begun.email });
  const passwordHash = await hashPassword(wanted.password);
  return database.transaction(async (tx) => {
    // The lock prevents others from taking the address between the check and the change.
    await lockUsers(tx);
    const taken = await takeMailCode(tx, ['SIGN_UP'], wanted.code);
    return taken !== null && begin(tx, mode, taken, { ...wanted, passwordHash });
  });
}

async function begin(
  tx: Tx,
  mode: SignUpMode,
  { address: email, details }: MailCode,
  wanted: BeginAccount & { readonly passwordHash: string },
): Promise<boolean> {
  const { invitationId = null } = details as { readonly invitationId?: number | null };
  const isInvited = invitationId !== null && (await useInvitationById(tx, invitationId, email));
  if (invitationId !== null && !isInvited) return false; // somebody else used the invitation first, or it has ended
  await requireAdmitted(tx, mode, isInvited);
  const holder = await holderOf(tx, email);
  if (holder === 'UNCONFIRMED' && !wanted.displaces) throw Problem.invalid({ displace: [DISPLACES] });
  await releaseUnconfirmed(tx, email, null);
  const userId = await insertUser(
    tx,
    { ...wanted, email, plan: 'FREE', isConfirmed: true },
    wanted.passwordHash,
  );
  if (userId === null) return false;
  const { address } = wanted;
  await knowSignIn(tx, userId, address);
  const kept: SecurityEvent['details'] = isInvited ? { invitation_id: invitationId } : {};
  await recordSecurityEvent(tx, { userId, kind: 'SIGNED_UP', address, details: kept });
  return true;
}

const DISPLACES =
  'Another account has this address, and nobody confirmed it there. Tick the box, or sign in to that account if it is yours.';

async function holderOf(database: Queryable, email: string): Promise<'NOBODY' | 'CONFIRMED' | 'UNCONFIRMED'> {
  const found = await findUserOfAddress(database, email);
  if (!found) return 'NOBODY';
  return found.is_confirmed ? 'CONFIRMED' : 'UNCONFIRMED';
}
