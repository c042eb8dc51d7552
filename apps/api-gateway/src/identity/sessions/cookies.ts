import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_DAYS } from './sessions';

/** Cookie of a user's session. */
export const SESSION_COOKIE = '__Host-tributary_session';
/** Cookie to which a confirmed setup is bound: a secret of this browser, the same for all setups that are confirmed in it. */
export const BROWSER_COOKIE = '__Host-tributary_browser';
export const CSRF_COOKIE = '__Host-tributary_csrf';
type Cookie = typeof SESSION_COOKIE | typeof BROWSER_COOKIE | typeof CSRF_COOKIE;

/** A request, or the reply object of it. */
type Exchange = Pick<FastifyRequest, 'server'>;

/** Prefix of cookies that browsers accept only from this host, over TLS or from their own machine. */
const HOST_PREFIX = /^__Host-/;
const DAY_SECONDS = 86_400;
/** Longer than any setup. */
const BROWSER_DAYS = 1;

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether browsers may store cookies also over plain HTTP. */
    readonly arePlainCookiesAllowed?: boolean;
  }
}

/** Sets cookies that browsers store also over plain HTTP. Call it before the server listens. */
export function allowPlainHttp(server: FastifyInstance): void {
  server.decorate('arePlainCookiesAllowed', true);
}

export function isPlainHttpAllowed({ server }: Exchange): boolean {
  return server.arePlainCookiesAllowed === true;
}

export function readCookie(request: FastifyRequest, cookie: Cookie): string | undefined {
  return request.cookies?.[nameOf(request, cookie)];
}

export function setSession(reply: FastifyReply, text: string): void {
  setCookie(reply, SESSION_COOKIE, text, SESSION_DAYS);
}

export function setBrowser(reply: FastifyReply, secret: string): void {
  setCookie(reply, BROWSER_COOKIE, secret, BROWSER_DAYS);
}

/** Sets the cookie until the browser is closed. */
export function setCsrfSecret(reply: FastifyReply, secret: string): void {
  setCookie(reply, CSRF_COOKIE, secret, null);
}

export function clearSession(reply: FastifyReply): void {
  void reply.clearCookie(nameOf(reply, SESSION_COOKIE), formOf(reply));
}

function setCookie(reply: FastifyReply, cookie: Cookie, text: string, days: number | null): void {
  const age = days === null ? {} : { maxAge: days * DAY_SECONDS };
  void reply.setCookie(nameOf(reply, cookie), text, { ...formOf(reply), ...age });
}

function nameOf(exchange: Exchange, cookie: Cookie): string {
  return isPlainHttpAllowed(exchange) ? cookie.replace(HOST_PREFIX, '') : cookie;
}

/**
 * Attributes of a cookie. `lax`, because an app's link to the consent page must find the user signed in; changes are
 * POSTs, with which `lax` cookies are not sent.
 */
function formOf(exchange: Exchange) {
  return { path: '/', httpOnly: true, secure: !isPlainHttpAllowed(exchange), sameSite: 'lax' } as const;
}
