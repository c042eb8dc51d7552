import { CanActivate, createParamDecorator, ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { accessOf } from './caller.guard';
import { Scope } from './scopes';

export const SCOPES_METADATA = 'tributary:scopes';

/** 403 if the token lacks a scope of the route, or is not the owner's or an administrator's and the route requires that. */
@Injectable()
export class ScopesGuard implements CanActivate {
  constructor(@Inject(Reflector) private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const scopes = this.reflector.get<readonly Scope[] | 'owner' | 'administrator'>(
      SCOPES_METADATA,
      context.getHandler(),
    );
    const access = accessOf(context);
    if (scopes === 'administrator') access.requireAdministrator();
    else if (scopes === 'owner') access.requireOwner();
    else access.require(scopes);
    return true;
  }
}

/** The parameter is what the request's token was granted. */
export const Granted = createParamDecorator((_data: unknown, context: ExecutionContext) => accessOf(context));
