import { CanActivate, ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { UnauthenticatedError } from '@tributary/http';
import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { Access } from './access';
import { BearerStrategy } from './bearer.strategy';

const accessByRequest = new WeakMap<IncomingMessage, Access>();

/** Lets requests with a valid token pass and remembers what it was granted. */
@Injectable()
export class BearerGuard implements CanActivate {
  constructor(@Inject(BearerStrategy) private readonly strategy: BearerStrategy) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = rawRequest(context);
    const access = await this.strategy.accessOf(request);
    if (access === null) throw new UnauthenticatedError(request.headers.authorization !== undefined);
    accessByRequest.set(request, access);
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
