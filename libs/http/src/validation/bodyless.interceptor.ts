import { CallHandler, ExecutionContext, Injectable, NestInterceptor } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { FieldErrors, Problem } from '@tributary/contracts';
import type { FastifyRequest } from 'fastify';
import { unfitMembers } from './unfit-members';
import { unknownMember } from './unknown-member';

/** Refuses members of a body if the route has none: they are unknown members, too. */
@Injectable()
export class BodylessInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): ReturnType<CallHandler['handle']> {
    const { body } = context.switchToHttp().getRequest<FastifyRequest>();
    if (body === undefined || body === null || takesBody(context)) return next.handle();
    if (typeof body !== 'object' || Array.isArray(body)) {
      throw Problem.invalid({ body: ['The body must be a JSON object.'] });
    }
    const unfit = unfitMembers(body);
    if (Object.keys(unfit).length > 0) throw Problem.invalid(unfit);
    const errors: FieldErrors = Object.fromEntries(
      Object.keys(body).map((name) => [name, [unknownMember(name, [])]]),
    );
    if (Object.keys(errors).length > 0) throw Problem.invalid(errors);
    return next.handle();
  }
}

/** Whether the handler has a parameter with `@Body()`. */
function takesBody(context: ExecutionContext): boolean {
  const parameters = Reflect.getMetadata(
    ROUTE_ARGS_METADATA,
    context.getClass(),
    context.getHandler().name,
  ) as Readonly<Record<string, unknown>> | undefined;
  return Object.keys(parameters ?? {}).some((one) => one.startsWith(`${RouteParamtypes.BODY}:`));
}
