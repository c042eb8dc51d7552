import type { FastifyReply } from 'fastify';
import { SESSION_DAYS } from './sessions';

/** `__Host-`: browsers accept these only from this host, over TLS. */
export const SESSION_COOKIE = '__Host-tributary_session';
/** What a confirmed setup is bound to: a secret of this browser, the same for all setups that are confirmed in it. */
export const BROWSER_COOKIE = '__Host-tributary_browser';
export const CSRF_COOKIE = '__Host-tributary_csrf';

/** `lax`: an app's link to the consent page must find the user signed in; changes are POSTs, which it does not cover. */
export const COOKIE = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const;

export function setSession(reply: FastifyReply, text: string): void {
  void reply.setCookie(SESSION_COOKIE, text, { ...COOKIE, maxAge: SESSION_DAYS * 86_400 });
}

/** Longer than any setup. */
const BROWSER_DAYS = 1;

export function setBrowser(reply: FastifyReply, secret: string): void {
  void reply.setCookie(BROWSER_COOKIE, secret, { ...COOKIE, maxAge: BROWSER_DAYS * 86_400 });
}

export function clearSession(reply: FastifyReply): void {
  void reply.clearCookie(SESSION_COOKIE, COOKIE);
}
