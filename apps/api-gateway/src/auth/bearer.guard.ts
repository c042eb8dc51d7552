import { ExecutionContext, Inject, Injectable, UnauthorizedException } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { UnauthenticatedError } from '@tributary/http';
import { shareOf } from '@tributary/persistence';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { Access } from './access';
import { API_GATEWAY_CONFIG, type ApiGatewayConfig } from '../api-gateway.config';
import { RateLimits } from '../rate-limits/rate-limits';
import { BearerStrategy } from './bearer.strategy';
import { legacyHeaders } from './legacy-token';
import { limitedNetwork } from '../rate-limits/networks';
import { TokenUses } from './token-uses';

declare module 'node:http' {
  interface IncomingMessage {
    /** What the request's token was granted, after the guard. */
    access?: Access;
  }
}

/** Accepts requests with a valid token and stores what it was granted. */
@Injectable()
export class BearerGuard extends AuthGuard() {
  constructor(
    @Inject(BearerStrategy) strategy: BearerStrategy,
    @Inject(API_GATEWAY_CONFIG) private readonly config: ApiGatewayConfig,
    @Inject(RateLimits) private readonly limits: RateLimits,
    @Inject(TokenUses) private readonly uses: TokenUses,
  ) {
    super({ defaultStrategy: strategy.name, property: 'access', session: false });
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    try {
      await super.canActivate(context);
    } catch (error) {
      if (error instanceof UnauthorizedException) return this.refuse(context);
      throw error;
    }
    const { userId, tokenId, kind } = accessOf(context);
    shareOf(userId);
    this.uses.noteAddress(tokenId, context.switchToHttp().getRequest<FastifyRequest>().ip);
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

  /** Always throws. A network that keeps sending wrong tokens has to wait. */
  private async refuse(context: ExecutionContext): Promise<never> {
    const { ip, headers } = context.switchToHttp().getRequest<FastifyRequest>();
    await this.limits.require('refusals', limitedNetwork(ip));
    throw new UnauthenticatedError(headers.authorization !== undefined);
  }
}

/** What the request's token was granted. @throws if the route has no guard */
export function accessOf(context: ExecutionContext): Access {
  return grantedAccess(context.switchToHttp().getRequest<FastifyRequest>().raw);
}

export function grantedAccess({ access }: IncomingMessage): Access {
  if (!access) throw new Error('the route asks for the access of a request that no guard has checked');
  return access;
}
