import { Problem } from '@tributary/contracts';
import { Database, Queryable, Tx } from '@tributary/persistence';
import { knowSignIn } from '../audit/known-networks';
import { recordSecurityEvent, SecurityEvent } from '../audit/security-events';
import { findMailCode, MailCode, takeMailCode } from '../mail/mail-codes';
import { Mails } from '../mail/mails';
import { findInvitation, useInvitationById } from './invitations';
import { hashPassword } from '../sign-in/passwords';
import { releaseUnconfirmed } from '../sign-in/release-address';
import { normalizedEmail } from '../sign-in/sign-in';
import { hasNoPasswords, insertUser, requireAdmitted, requireFit, SignUp, unfitEmail } from './sign-up';
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
  return isInvited || mode !== 'first-user' || !(await hasNoPasswords(database));
}

/**
 * Mails a link with which the account begins. The answer and its cost are the same where the address has an account, whose owner
 * finds the attempt in the audit trail. Nothing is reserved. @throws Problem (invalid, notFound), NotInvitedError
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

/** In the trail of the account that has confirmed the address. */
async function noteKnown(tx: Tx, email: string, address: string): Promise<void> {
  const [owner] = await tx.query<{ id: number }>(
    'select id from users where email = $1 and email_confirmed_at is not null',
    [email],
  );
  if (owner) await recordSecurityEvent(tx, { userId: owner.id, kind: 'SIGN_UP_REPEATED', address });
}

/** What the link of a mail begins. */
export interface BegunSignUp {
  readonly email: string;
  /** An account has the address, and never confirmed it: it loses it. */
  readonly displaces: boolean;
}

/** Looks at the link of a mail. @returns null if it opens nothing (any more) */
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
  /** They have read that another account loses the address. */
  readonly displaces: boolean;
  readonly address: string;
}

/**
 * Uses the link of a mail: makes the account, with a confirmed address. The password is chosen here and not where the link was asked
 * for, which may have been somebody else. @returns whether the link could be used
 * @throws Problem (invalid; the link stays), NotInvitedError
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
    // Nobody takes the address between the look and the change.
    await tx.execute('lock table users in share row exclusive mode');
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
  if (invitationId !== null && !isInvited) return false; // somebody was faster with it, or it has ended
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
  const [found] = await database.query<{ is_confirmed: boolean }>(
    'select email_confirmed_at is not null as is_confirmed from users where email = $1',
    [email],
  );
  if (!found) return 'NOBODY';
  return found.is_confirmed ? 'CONFIRMED' : 'UNCONFIRMED';
}
