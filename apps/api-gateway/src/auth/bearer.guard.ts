import { CanActivate, ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { UnauthenticatedError } from '@tributary/http';
import { shareOf } from '@tributary/persistence';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { Access } from './access';
import type { ApiGatewayConfig } from '../api-gateway.config';
import { API_GATEWAY_CONFIG } from '../api-gateway.tokens';
import { RateLimits } from '../rate-limits/rate-limits';
import { BearerStrategy } from './bearer.strategy';
import { legacyHeaders } from './legacy-token';
import { limitedNetwork } from './networks';
import { TokenUses } from './token-uses';

const accessByRequest = new WeakMap<IncomingMessage, Access>();

/** Lets requests with a valid token pass and remembers what it was granted. */
@Injectable()
export class BearerGuard implements CanActivate {
  constructor(
    @Inject(BearerStrategy) private readonly strategy: BearerStrategy,
    @Inject(API_GATEWAY_CONFIG) private readonly config: ApiGatewayConfig,
    @Inject(RateLimits) private readonly limits: RateLimits,
    @Inject(TokenUses) private readonly uses: TokenUses,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = rawRequest(context);
    const access = await this.strategy.accessOf(request);
    if (access === null) return this.refuse(context, request);
    accessByRequest.set(request, access);
    shareOf(access.userId);
    this.uses.noteAddress(access.tokenId, context.switchToHttp().getRequest<FastifyRequest>().ip);
    const { legacyTokensUntil } = this.config;
    if (access.kind === 'LEGACY' && legacyTokensUntil) {
      void context.switchToHttp().getResponse<FastifyReply>().headers(legacyHeaders(legacyTokensUntil));
    }
    return true;
  }

  /** Always throws. A network that presents one wrong token after the other has to wait. */
  private async refuse(context: ExecutionContext, request: IncomingMessage): Promise<never> {
    const isPresented = request.headers.authorization !== undefined;
    const { ip } = context.switchToHttp().getRequest<FastifyRequest>();
    await this.limits.require('refusals', limitedNetwork(ip));
    throw new UnauthenticatedError(isPresented);
  }
}

/** What the request's token was granted. @throws where the route is not guarded */
export function accessOf(context: ExecutionContext): Access {
  return grantedAccess(rawRequest(context));
}

export function grantedAccess(request: IncomingMessage): Access {
  const access = accessByRequest.get(request);
  if (!access) throw new Error('the route asks for the access of a request that no guard has checked');
  return access;
}

function rawRequest(context: ExecutionContext): IncomingMessage {
  return context.switchToHttp().getRequest<FastifyRequest>().raw;
}
