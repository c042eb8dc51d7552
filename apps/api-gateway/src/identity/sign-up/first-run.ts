import { Problem } from '@tributary/contracts';
import { Database, Queryable, Tx } from '@tributary/persistence';
import { hash, randomInt } from 'node:crypto';
import { knowSignIn } from '../audit/known-networks';
import { dropOneUseCodes, hasOneUseCode, insertOneUseCode } from '../codes/one-use-codes.store';
import { takeOneUseCode } from '../codes/one-use-codes';
import { recordSecurityEvent } from '../audit/security-events';
import { SessionOrigin } from '../sessions/session-origin';
import { beginSession } from '../sessions/sessions';
import { Mails } from '../mail/mails';
import { hasNoAdministrator, lockAdministrators } from '../users/administrators';
import { hasUsers } from '../users/users.store';
import { hashPassword } from '../sign-in/passwords';
import { normalizedEmail } from '../sign-in/sign-in';
import { FIRST_USER, insertUser, NewAccount, requireFit, wouldAdmit } from './sign-up';
import { SignUpMode } from './sign-up-mode';

/** Letters and digits that are not mistaken for each other. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Three groups of four: 60 bits, more than anyone can try against the limit of sign-ups. */
const GROUPS = 3;
const GROUP_LENGTH = 4;
const CODE_HOURS = 24;

export const FIRST_RUN_PATH = '/first-run';

/**
 * Returns the path of the page that creates the first administrator: with a code if there is one; otherwise, while
 * there are no accounts, by signing up, if the mode admits strangers.
 * @returns null if there is an administrator, or if only a code could create one and there is none
 */
export async function firstRunPath(database: Queryable, mode: SignUpMode): Promise<string | null> {
  if (!(await hasNoAdministrator(database))) return null;
  if (await hasOneUseCode(database, 'FIRST_RUN')) return FIRST_RUN_PATH;
  if (await hasUsers(database)) return null;
  return (await wouldAdmit(database, mode, false)) ? '/sign-up' : FIRST_RUN_PATH;
}

/**
 * Makes the code by which the first administrator is made; an earlier one is invalid then. Only its hash is stored.
 * @returns null if there is an administrator already
 */
export async function createFirstRunCode(database: Database): Promise<string | null> {
  if (!(await hasNoAdministrator(database))) return null;
  const code = newCode();
  await database.transaction(async (tx) => {
    await dropOneUseCodes(tx, 'FIRST_RUN');
    const kept = { hash: hashOf(code), userId: null, minutes: CODE_HOURS * 60 };
    await insertOneUseCode(tx, { kind: 'FIRST_RUN', ...kept });
  });
  return code;
}

/** Error for an address that has an account. It may reveal that, because whoever has the code runs the installation. */
const TAKEN =
  'There is an account with this e-mail address already. The command "tributary users set-role" makes it an administrator.';

export interface FirstUser extends NewAccount, SessionOrigin {
  /** The code as the person typed it. */
  readonly code: string;
}

/**
 * Makes a user who is the first administrator, and begins their session. Others may have signed up before.
 * @returns the text of the session's cookie
 * @throws Problem (invalid; notFound if there is an administrator already)
 */
export async function makeFirstUser(
  { database, mails }: { readonly database: Database; readonly mails: Mails },
  wanted: FirstUser,
): Promise<string> {
  requireFit(wanted);
  const passwordHash = await hashPassword(wanted.password);
  const session = await database.transaction(async (tx) => {
    await lockAdministrators(tx);
    await requireFirst(tx, wanted.code);
    const userId = await insertUser(tx, { ...wanted, ...FIRST_USER }, passwordHash);
    if (userId === null) throw Problem.invalid({ email: [TAKEN] });
    await mails.confirmAddress(tx, userId, normalizedEmail(wanted.email));
    const { address } = wanted;
    await knowSignIn(tx, userId, address);
    await recordSecurityEvent(tx, { userId, kind: 'SIGNED_UP', address, details: { role: 'ADMIN' } });
    return beginSession(tx, userId, wanted);
  });
  mails.wake();
  return session;
}

/** @throws Problem */
async function requireFirst(tx: Tx, code: string): Promise<void> {
  if (!(await hasNoAdministrator(tx))) throw Problem.notFound();
  if (await takeOneUseCode(tx, 'FIRST_RUN', hashOf(code))) return;
  throw Problem.invalid({ code: ['This is not the code that the terminal shows now.'] });
}

function newCode(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** Hash of a code in its normal form, however it is typed: in small letters, without dashes, with an O for a zero. */
function hashOf(code: string): Buffer {
  const plain = code
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return hash('sha256', `first-run:${plain}`, 'buffer');
}
