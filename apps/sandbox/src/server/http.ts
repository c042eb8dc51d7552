import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { stringify } from 'lossless-json';
import type { LimitState } from '../metering/rolling-limit';

/** A route with an id in its path. */
export interface ById {
  Params: { id: string };
}

/** Sends a browser to an address, with further members in its query. */
export function redirectTo(
  reply: FastifyReply,
  address: string,
  members: Readonly<Record<string, string | undefined>>,
): FastifyReply {
  const url = new URL(address);
  for (const [name, value] of Object.entries(members)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return reply.redirect(url.href);
}

/** The token of `Authorization: Bearer …`; empty where there is none. */
export function bearerOf({ headers }: FastifyRequest): string {
  return /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}

/** User and password of `Authorization: Basic …`; empty where there are none. */
export function basicOf({ headers }: FastifyRequest): { user: string; password: string } {
  const encoded = /^Basic (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
  const [user = '', password = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':', 2);
  return { user, password };
}

/** Sends a limit, its remaining requests and its end in headers whose names begin with `prefix`. */
export function sendLimit(
  reply: FastifyReply,
  prefix: string,
  { limit, remaining, resetS }: LimitState,
): void {
  const separator = prefix.includes('_') ? '_' : '-';
  reply.header(`${prefix}${separator}Limit`, limit);
  reply.header(`${prefix}${separator}Remaining`, Math.max(0, remaining));
  reply.header(`${prefix}${separator}Reset`, resetS);
}

/** The origin of links that a browser follows. A service may reach the sandbox by a name that only containers resolve. */
export function browserOrigin(request: FastifyRequest): string {
  return request.server.publicUrl ?? `${request.protocol}://${request.host}`;
}

/** Sends text that is JSON already, sparing the server from writing it again. */
export function sendJsonText(reply: FastifyReply, text: string): FastifyReply {
  return reply.header('content-type', 'application/json; charset=utf-8').send(text);
}

/** Sends numbers with all their digits. */
export function sendLossless(reply: FastifyReply, value: unknown): FastifyReply {
  return sendJsonText(reply, stringify(value) ?? 'null');
}

/** Reads forms as objects, as token endpoints do. */
export function acceptForms(app: FastifyInstance): void {
  const type = 'application/x-www-form-urlencoded';
  app.addContentTypeParser(type, { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The address where a browser finds the sandbox; null: the address of the request. */
    publicUrl: string | null;
  }
}
