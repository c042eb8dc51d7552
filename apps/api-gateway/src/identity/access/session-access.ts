import { Inject, Injectable } from '@nestjs/common';
import { SessionRefusedError } from '@tributary/http';
import { Database } from '@tributary/persistence';
import type { FastifyRequest } from 'fastify';
import { API_GATEWAY_CONFIG, type ApiGatewayConfig } from '../../api-gateway.config';
import { Access } from './access';
import { isPlainHttpAllowed, readCookie, SESSION_COOKIE } from '../sessions/cookies';
import { CsrfTokens } from '../sessions/csrf-tokens';
import { requireOwnSite } from '../sessions/own-site';
import { findSession, type Session } from '../sessions/sessions';

const READING: readonly string[] = ['GET', 'HEAD'];

/** Whether the request relies on the cookie of a session: a token in `Authorization` always wins. */
export function carriesSession(request: FastifyRequest): boolean {
  return request.headers.authorization === undefined && readCookie(request, SESSION_COOKIE) !== undefined;
}

/** Access of the console's requests: that of the signed-in user. */
@Injectable()
export class SessionAccess {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(CsrfTokens) private readonly csrfTokens: CsrfTokens,
    @Inject(API_GATEWAY_CONFIG) private readonly config: ApiGatewayConfig,
  ) {}

  /** @throws SessionRefusedError unless the console of this site sent the request, in a session that has not ended */
  async accessOf(request: FastifyRequest): Promise<Access> {
    const session = await this.sessionOf(request);
    const token = request.headers['x-csrf-token'];
    const isProven = typeof token === 'string' && this.csrfTokens.verify(request, token, session);
    if (!READING.includes(request.method) && !isProven) throw new SessionRefusedError('STALE_CSRF_TOKEN');
    return Access.ofSession(session);
  }

  /** The session of a request that changes nothing. @throws SessionRefusedError */
  async sessionOf(request: FastifyRequest): Promise<Session> {
    requireOwnSite(request, this.config.publicUrl, isPlainHttpAllowed(request));
    const session = await findSession(this.database, readCookie(request, SESSION_COOKIE));
    if (!session) throw new SessionRefusedError('ENDED');
    return session;
  }
}
