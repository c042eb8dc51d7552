import { Type } from '@sinclair/typebox';

/**
 * Member of the commands that complete a setup (a consent at a bank, an authorization at a destination). True: the user
 * came back in the browser in which the owner confirmed the setup; only the gateway, which set that browser's cookie,
 * can decide this. If the member is absent or false, the service does not complete a setup that needs a browser.
 */
export const browserConfirmed = { browserConfirmed: Type.Optional(Type.Boolean()) };

/**
 * Member of the results of commands that begin a setup: the SHA-256 (base64url) of the `state` parameter with which the
 * bank or destination sends the browser back.
 */
export const stateHash = { stateHash: Type.String() };
