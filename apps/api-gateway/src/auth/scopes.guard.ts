import {
  applyDecorators,
  CanActivate,
  createParamDecorator,
  ExecutionContext,
  Inject,
  Injectable,
  SetMetadata,
  UseGuards,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { accessOf, BearerGuard } from './bearer.guard';
import { Scope } from './scopes';

export const SCOPES_METADATA = 'tributary:scopes';

/** 403 where the token lacks a scope that the route names. */
@Injectable()
export class ScopesGuard implements CanActivate {
  constructor(@Inject(Reflector) private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const scopes = this.reflector.get<readonly Scope[]>(SCOPES_METADATA, context.getHandler());
    accessOf(context).require(scopes);
    return true;
  }
}

/** The route needs a token with these scopes. A route without it keeps the gateway from starting. */
export function Scopes(...scopes: readonly [Scope, ...Scope[]]): MethodDecorator {
  return applyDecorators(SetMetadata(SCOPES_METADATA, scopes), UseGuards(BearerGuard, ScopesGuard));
}

/** The parameter takes what the request's token was granted. */
export const Granted = createParamDecorator((_data: unknown, context: ExecutionContext) => accessOf(context));
