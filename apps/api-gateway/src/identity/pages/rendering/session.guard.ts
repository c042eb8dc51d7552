import { CanActivate, createParamDecorator, ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Database, shareOf } from '@tributary/persistence';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findSession, Session } from '../../sessions/sessions';
import { readCookie, SESSION_COOKIE } from '../../sessions/cookies';
import { PAGE_HEADERS } from './page-headers';

const sessions = new WeakMap<FastifyRequest, Session>();

/** Finds the signed-in user, for every page; a page may have no session. */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(@Inject(Database) private readonly database: Database) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    void context.switchToHttp().getResponse<FastifyReply>().headers(PAGE_HEADERS);
    const session = await findSession(this.database, readCookie(request, SESSION_COOKIE));
    if (session) {
      sessions.set(request, session);
      shareOf(session.userId);
    }
    return true;
  }
}

/** The session of the signed-in user, if there is one. */
export function sessionOf(request: FastifyRequest): Session | null {
  return sessions.get(request) ?? null;
}

/** Thrown if a page needs a signed-in user. The user signs in and is then sent back to the page. */
export class SignInNeeded extends Error {
  override readonly name = 'SignInNeeded';
}

/** @throws SignInNeeded */
export function signedIn(request: FastifyRequest): Session {
  const session = sessionOf(request);
  if (!session) throw new SignInNeeded();
  return session;
}

/** The user behind an act, for the audit trail. */
export interface Actor {
  readonly userId: number;
  readonly address: string;
}

/** The parameter is the signed-in user, as an `Actor`. Others are sent to the sign-in page. */
export const ActingUser = createParamDecorator((_data: unknown, context: ExecutionContext): Actor => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  return { userId: signedIn(request).userId, address: request.ip };
});

/** The parameter is the signed-in user. Others are sent to the sign-in page. */
export const SignedIn = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  signedIn(context.switchToHttp().getRequest<FastifyRequest>()),
);
