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
    /** What the request's token was granted, once the guard let it pass. */
    access?: Access;
  }
}

/** Lets requests with a valid token pass and remembers what it was granted. */
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
   * Passport gets Node's own request, which has headers and nothing else: a token is read from the `Authorization`
   * header alone, never from a URL that ends up in logs, nor from a body.
   */
  override getRequest(context: ExecutionContext): IncomingMessage {
    return context.switchToHttp().getRequest<FastifyRequest>().raw;
  }

  /** Always throws. A network that presents one wrong token after the other has to wait. */
  private async refuse(context: ExecutionContext): Promise<never> {
    const { ip, headers } = context.switchToHttp().getRequest<FastifyRequest>();
    await this.limits.require('refusals', limitedNetwork(ip));
    throw new UnauthenticatedError(headers.authorization !== undefined);
  }
}

/** What the request's token was granted. @throws where the route is not guarded */
export function accessOf(context: ExecutionContext): Access {
  return grantedAccess(context.switchToHttp().getRequest<FastifyRequest>().raw);
}

export function grantedAccess({ access }: IncomingMessage): Access {
  if (!access) throw new Error('the route asks for the access of a request that no guard has checked');
  return access;
}
