import { createParamDecorator, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** The parameter takes the request's absolute URL as its client wrote it, by the `Host` header. */
export const RequestUrl = createParamDecorator((_data: unknown, context: ExecutionContext): string => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  return `${request.protocol}://${request.host}${request.originalUrl}`;
});

/** The URL as clients reach it from outside, where the operator says so. */
export function publicRequestUrl(requestUrl: string, publicUrl: string | null): string {
  if (publicUrl === null) return requestUrl;
  const { pathname, search } = new URL(requestUrl);
  return `${publicUrl}${pathname}${search}`;
}
