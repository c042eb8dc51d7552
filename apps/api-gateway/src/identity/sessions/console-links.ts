import { Database, Queryable } from '@tributary/persistence';
import { knowSignIn } from '../audit/known-networks';
import { takeOneUseCode } from '../codes/one-use-codes';
import { insertOneUseCode } from '../codes/one-use-codes.store';
import { recordSecurityEvent } from '../audit/security-events';
import { isTokenText, newTokenText, TOKEN_PREFIXES, tokenHash } from '../codes/token-text';
import { SessionOrigin } from './session-origin';
import { beginSession } from './sessions';

/** The link was used already, is too old, or comes from another machine. */
export class ConsoleLinkError extends Error {
  override readonly name = 'ConsoleLinkError';
}

export const CONSOLE_LINK_MINUTES = 10;

/** Makes a link that opens the console as the user, once. @returns its path; only the code's hash is stored */
export async function createConsoleLink(database: Queryable, userId: number): Promise<string> {
  const code = newTokenText(TOKEN_PREFIXES.consoleLink);
  const minutes = CONSOLE_LINK_MINUTES;
  await insertOneUseCode(database, { kind: 'CONSOLE_LINK', hash: tokenHash(code), userId, minutes });
  return `/console/open?${new URLSearchParams({ code }).toString()}`;
}

/** Begins the session of a link. @returns the text of the session's cookie @throws ConsoleLinkError */
export async function openByLink(database: Database, code: string, origin: SessionOrigin): Promise<string> {
  if (!isTokenText(code, [TOKEN_PREFIXES.consoleLink])) throw new ConsoleLinkError();
  return database.transaction(async (tx) => {
    const { userId = null } = (await takeOneUseCode(tx, 'CONSOLE_LINK', tokenHash(code))) ?? {};
    if (userId === null) throw new ConsoleLinkError();
    const { address } = origin;
    const kind = (await knowSignIn(tx, userId, address)) ? 'SIGNED_IN_FROM_NEW_ADDRESS' : 'SIGNED_IN';
    await recordSecurityEvent(tx, { userId, kind, address });
    return beginSession(tx, userId, origin);
  });
}
