import { Type } from '@sinclair/typebox';

/**
 * In payloads that complete a setup: the browser in which the owner confirmed it came back. The gateway alone knows
 * browsers and decides it. Without it nothing is completed.
 */
export const browserConfirmed = { browserConfirmed: Type.Optional(Type.Boolean()) };

/** In results that begin a setup: SHA-256 (base64url) of the state that the browser brings back. */
export const stateHash = { stateHash: Type.String() };
