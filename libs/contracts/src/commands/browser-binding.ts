import { Type } from '@sinclair/typebox';

/**
 * Member of commands that complete a setup: whether the browser in which the owner confirmed it came back. Only the
 * gateway can decide this. Without it the setup is not completed.
 */
export const browserConfirmed = { browserConfirmed: Type.Optional(Type.Boolean()) };

/** Member of results that begin a setup: SHA-256 (base64url) of the state that the browser brings back. */
export const stateHash = { stateHash: Type.String() };
