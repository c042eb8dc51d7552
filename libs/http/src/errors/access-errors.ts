import { missingScopesMessage } from '@tributary/contracts';

/** Thrown if a request has no token, or an invalid one. */
export class UnauthenticatedError extends Error {
  override readonly name = 'UnauthenticatedError';

  /** @param presented whether a token was sent, which is invalid then */
  constructor(readonly presented: boolean) {
    super(presented ? 'The access token is invalid, expired or revoked.' : 'A bearer token is required.');
  }
}

/** Thrown if a request has no id and secret of an app, or an id and a secret that do not belong together. */
export class AppUnauthenticatedError extends Error {
  override readonly name = 'AppUnauthenticatedError';

  constructor() {
    super('The client id and secret of an app are required, as HTTP Basic credentials.');
  }
}

/** The token is valid, but was not granted what the request needs. */
export class MissingScopeError extends Error {
  override readonly name = 'MissingScopeError';

  constructor(readonly scopes: readonly string[]) {
    super(missingScopesMessage(scopes));
  }
}

/** Too many requests; `retryAfterS` until the next one is allowed. */
export class RateLimitedError extends Error {
  override readonly name = 'RateLimitedError';

  constructor(readonly retryAfterS: number) {
    super(
      `Too many requests. Please try again in ${retryAfterS} ${retryAfterS === 1 ? 'second' : 'seconds'}.`,
    );
  }
}

/** The token is restricted, and this needs the owner's own, unrestricted one. */
export class OwnerOnlyError extends Error {
  override readonly name = 'OwnerOnlyError';

  constructor() {
    super('Only a personal access token without restrictions may do this.');
  }
}

/** Thrown if a user who is no administrator uses an administration route. */
export class AdministratorOnlyError extends Error {
  override readonly name = 'AdministratorOnlyError';

  constructor() {
    super('Only an administrator may do this.');
  }
}

/** Reasons for refusing a request with the cookie of a session. */
export const SESSION_REFUSALS = {
  ENDED: {
    status: 401,
    page: 'token-not-accepted',
    message: 'You are not signed in, or your session has ended. Sign in again.',
  },
  FOREIGN: {
    status: 403,
    page: 'session-refused',
    message:
      'A session is only for requests of the console itself. Other sites and programs must send an access token.',
  },
  STALE_CSRF_TOKEN: {
    status: 403,
    page: 'session-refused',
    message:
      'The X-CSRF-Token is missing, or belongs to an earlier session. GET /console/session has the present one.',
  },
} as const;
export type SessionRefusal = keyof typeof SESSION_REFUSALS;

/** A request that carries the cookie of a session may not use it. */
export class SessionRefusedError extends Error {
  override readonly name = 'SessionRefusedError';

  constructor(readonly reason: SessionRefusal) {
    super(SESSION_REFUSALS[reason].message);
  }
}
