import { CanActivate, createParamDecorator, ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Database } from '@tributary/persistence';
import type { FastifyRequest } from 'fastify';
import { accessOf } from './caller.guard';
import { requireAdministrator } from '../users/administrators';
import { Scope } from '../permissions/scopes';

export const SCOPES_METADATA = 'tributary:scopes';

/**
 * 403 if the token lacks a scope of the route, or is not the owner's or an administrator's and the route requires
 * that. Scopes may come from the cache of a moment ago; the role of an administrator who changes something is read
 * now.
 */
@Injectable()
export class ScopesGuard implements CanActivate {
  constructor(
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(Database) private readonly database: Database,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const scopes = this.reflector.get<readonly Scope[] | 'owner' | 'administrator'>(
      SCOPES_METADATA,
      context.getHandler(),
    );
    const access = accessOf(context);
    if (scopes === 'administrator') {
      access.requireAdministrator();
      if (changes(context)) await requireAdministrator(this.database, access.userId);
    } else if (scopes === 'owner') access.requireOwner();
    else access.require(scopes);
    return true;
  }
}

function changes(context: ExecutionContext): boolean {
  const { method } = context.switchToHttp().getRequest<FastifyRequest>();
  return method !== 'GET' && method !== 'HEAD';
}

/** Parameter decorator for the access of the request's token. */
export const Granted = createParamDecorator((_data: unknown, context: ExecutionContext) => accessOf(context));
