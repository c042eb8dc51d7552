import Tokens from '@fastify/csrf';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hkdfSync } from 'node:crypto';
import { API_GATEWAY_CONFIG, type ApiGatewayConfig } from '../../api-gateway.config';
import { CSRF_COOKIE, readCookie, setCsrfSecret } from './cookies';
import type { Session } from './sessions';

/**
 * Tokens against forged requests, for forms and for the console. A token belongs to a session, so a token from before
 * signing in is invalid afterwards.
 */
@Injectable()
export class CsrfTokens {
  private readonly tokens;

  constructor(@Inject(API_GATEWAY_CONFIG) { encryptionKey }: ApiGatewayConfig) {
    // The same at every gateway: a form may come back to another one.
    const hmacKey = Buffer.from(hkdfSync('sha256', encryptionKey, '', 'forged-requests', 32)).toString(
      'base64',
    );
    this.tokens = new Tokens({ hmacKey, userInfo: true });
  }

  /** A token for this browser and session; sets the browser's secret if it has none. */
  create(request: FastifyRequest, reply: FastifyReply, session: Session | null): string {
    let secret = readCookie(request, CSRF_COOKIE);
    if (!secret) {
      secret = this.tokens.secretSync();
      setCsrfSecret(reply, secret);
    }
    return this.tokens.create(secret, subjectOf(session));
  }

  /** Whether the token was made for this browser and session. */
  verify(request: FastifyRequest, token: string, session: Session | null): boolean {
    const secret = readCookie(request, CSRF_COOKIE);
    return Boolean(secret) && this.tokens.verify(secret ?? '', token, subjectOf(session));
  }
}

function subjectOf(session: Session | null): string {
  return String(session?.id ?? 'nobody');
}
