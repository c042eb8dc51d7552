import { ExecutionContext, Inject, Injectable, UnauthorizedException } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { SessionRefusedError, UnauthenticatedError } from '@tributary/http';
import { shareOf } from '@tributary/persistence';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { Access } from './access';
import { API_GATEWAY_CONFIG, type ApiGatewayConfig } from '../../api-gateway.config';
import { RateLimits } from '../limits/rate-limits';
import { BearerStrategy } from './bearer.strategy';
import { legacyHeaders } from './access-tokens';
import { limitedNetwork } from '../limits/networks';
import { carriesSession, SessionAccess } from './session-access';
import { TokenUses } from './token-uses';

declare module 'node:http' {
  interface IncomingMessage {
    /** Access that the request's token was granted, or that its session has; set by the guard. */
    access?: Access;
  }
}

/** Accepts requests with a valid token, and those of the console in a session; stores their access. */
@Injectable()
export class CallerGuard extends AuthGuard() {
  constructor(
    @Inject(BearerStrategy) strategy: BearerStrategy,
    @Inject(SessionAccess) private readonly sessions: SessionAccess,
    @Inject(API_GATEWAY_CONFIG) private readonly config: ApiGatewayConfig,
    @Inject(RateLimits) private readonly limits: RateLimits,
    @Inject(TokenUses) private readonly uses: TokenUses,
  ) {
    super({ defaultStrategy: strategy.name, property: 'access', session: false });
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    try {
      if (carriesSession(request)) request.raw.access = await this.sessions.accessOf(request);
      else await super.canActivate(context);
    } catch (error) {
      throw await this.refusal(error, request);
    }
    const { userId, tokenId, kind } = accessOf(context);
    shareOf(userId);
    if (tokenId !== null) this.uses.noteAddress(tokenId, request.ip);
    const { legacyTokensUntil } = this.config;
    if (kind === 'LEGACY' && legacyTokensUntil) {
      void context.switchToHttp().getResponse<FastifyReply>().headers(legacyHeaders(legacyTokensUntil));
    }
    return true;
  }

  /**
   * Passport gets Node's own request, which has only headers: a token is read only from the `Authorization` header,
   * never from a URL, which may be logged, nor from a body.
   */
  override getRequest(context: ExecutionContext): IncomingMessage {
    return context.switchToHttp().getRequest<FastifyRequest>().raw;
  }

  /** The error to throw. A network that continues to send wrong tokens and sessions has to wait. */
  private async refusal(error: unknown, { ip, headers }: FastifyRequest): Promise<unknown> {
    const isUnauthorized = error instanceof UnauthorizedException;
    if (!isUnauthorized && !(error instanceof SessionRefusedError)) return error;
    await this.limits.require('refusals', limitedNetwork(ip));
    return isUnauthorized ? new UnauthenticatedError(headers.authorization !== undefined) : error;
  }
}

/** The request's access. @throws if the route has no guard */
export function accessOf(context: ExecutionContext): Access {
  return grantedAccess(context.switchToHttp().getRequest<FastifyRequest>().raw);
}

export function grantedAccess({ access }: IncomingMessage): Access {
  if (!access) throw new Error('the route asks for the access of a request that no guard has checked');
  return access;
}
