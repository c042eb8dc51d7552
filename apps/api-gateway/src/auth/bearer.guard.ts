import { CanActivate, ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { UnauthenticatedError } from '@tributary/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { Access } from './access';
import type { ApiGatewayConfig } from '../api-gateway.config';
import { API_GATEWAY_CONFIG } from '../api-gateway.tokens';
import { BearerStrategy } from './bearer.strategy';
import { legacyHeaders } from './legacy-token';

const accessByRequest = new WeakMap<IncomingMessage, Access>();

/** Lets requests with a valid token pass and remembers what it was granted. */
@Injectable()
export class BearerGuard implements CanActivate {
  constructor(
    @Inject(BearerStrategy) private readonly strategy: BearerStrategy,
    @Inject(API_GATEWAY_CONFIG) private readonly config: ApiGatewayConfig,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = rawRequest(context);
    const access = await this.strategy.accessOf(request);
    if (access === null) throw new UnauthenticatedError(request.headers.authorization !== undefined);
    accessByRequest.set(request, access);
    const { legacyTokensUntil } = this.config;
    if (access.kind === 'LEGACY' && legacyTokensUntil) {
      void context.switchToHttp().getResponse<FastifyReply>().headers(legacyHeaders(legacyTokensUntil));
    }
    return true;
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
