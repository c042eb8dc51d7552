import { CanActivate, createParamDecorator, ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CsrfTokens } from '../../sessions/csrf-tokens';
import { formOf, textOf } from './forms';
import { sessionOf } from './session.guard';

/** The body is none that a browser sends for a form. */
export class UnreadableFormError extends Error {
  override readonly name = 'UnreadableFormError';
}

/** The form was not made for this session: another site may have made it. */
export class ForgedFormError extends Error {
  override readonly name = 'ForgedFormError';
}

/** Accepts forms that this gateway made for the same session. */
@Injectable()
export class FormGuard implements CanActivate {
  constructor(@Inject(CsrfTokens) private readonly tokens: CsrfTokens) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const type = request.headers['content-type'];
    if (type !== undefined && !/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
      throw new UnreadableFormError();
    }
    if (!this.tokens.verify(request, textOf(formOf(request), '_csrf'), sessionOf(request)))
      throw new ForgedFormError();
    return true;
  }
}

/** The parameter is the form that was sent. */
export const SentForm = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  formOf(context.switchToHttp().getRequest<FastifyRequest>()),
);
