import { createParamDecorator, ExecutionContext } from '@nestjs/common';
import { CommandPayload, SyncAccounts } from '@tributary/contracts';
import type { FastifyRequest } from 'fastify';

export type PresentUser = NonNullable<CommandPayload<typeof SyncAccounts>['user']>;

const HEADERS = {
  referer: 'referer',
  accept: 'accept',
  acceptCharset: 'accept-charset',
  acceptEncoding: 'accept-encoding',
  acceptLanguage: 'accept-language',
} as const satisfies Partial<Record<keyof PresentUser, string>>;

/** Longer headers are left out, because they do not describe a browser. */
const HEADER_LENGTH_MAX = 1024;

/** The sender of the request, in the form that institutions require for a present user. */
export function presentUserOf({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): PresentUser {
  const sent = Object.entries(HEADERS).flatMap(([member, name]): [string, string][] => {
    const value = headers[name];
    return typeof value === 'string' && value.length <= HEADER_LENGTH_MAX ? [[member, value]] : [];
  });
  const userAgent = (headers['user-agent'] ?? '').slice(0, HEADER_LENGTH_MAX);
  return { ipAddress: ip, userAgent, ...Object.fromEntries(sent) };
}

/** The parameter is the sender of the request. */
export const Sender = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  presentUserOf(context.switchToHttp().getRequest<FastifyRequest>()),
);
