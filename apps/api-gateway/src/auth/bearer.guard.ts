import { ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { UnauthenticatedError } from '@tributary/http';
import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { Access } from './access';

const accessByRequest = new WeakMap<IncomingMessage, Access>();

/** Lets requests with a valid token pass and remembers what it was granted. */
@Injectable()
export class BearerGuard extends AuthGuard('bearer') {
  /**
   * Passport gets Node's own request, which has headers and nothing else: a token is taken from the
   * `Authorization` header alone, never from a URL that ends up in logs, nor from a body.
   */
  override getRequest(context: ExecutionContext): IncomingMessage {
    return rawRequest(context);
  }

  override handleRequest<User>(error: unknown, user: User, _info: unknown, context: ExecutionContext): User {
    if (error)
      throw error instanceof Error ? error : new Error('the token could not be checked', { cause: error });
    const raw = rawRequest(context);
    if (!(user instanceof Access)) throw new UnauthenticatedError(raw.headers.authorization !== undefined);
    accessByRequest.set(raw, user);
    return user;
  }
}

/** What the request's token was granted. @throws where the route is not guarded */
export function accessOf(context: ExecutionContext): Access {
  const access = accessByRequest.get(rawRequest(context));
  if (!access) throw new Error('the route asks for the access of a request that no guard has checked');
  return access;
}

function rawRequest(context: ExecutionContext): IncomingMessage {
  return context.switchToHttp().getRequest<FastifyRequest>().raw;
}
