import { Database } from '@tributary/persistence';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiGatewayConfig } from '../api-gateway.config';
import { OAuthServer } from '../auth/oauth/oauth-server';
import { Keeping } from '../made-by-apps/keeping';
import { RateLimits } from '../rate-limits/rate-limits';
import { ErasureJobs } from '../users/erasure/erasure-jobs';
import { ExportJobs } from '../users/export/export-jobs';
import { SetupReturns } from '../setups/setup-returns';
import { Setups } from '../setups/setups';
import { Session } from '../users/sessions';

/** What the pages are made from. */
export interface PagesContext {
  readonly database: Database;
  readonly config: ApiGatewayConfig;
  readonly limits: RateLimits;
  readonly oauth: OAuthServer;
  readonly erasures: ErasureJobs;
  readonly exports: ExportJobs;
  readonly setups: Setups;
  readonly returns: SetupReturns;
  readonly keeping: Keeping;
  /** Told of failures that are ours. */
  readonly onFault: (error: unknown) => void;
}

/** Form members by name; one that is sent more than once is a list. */
export type Form = Readonly<Record<string, string | string[] | undefined>>;

const sessions = new WeakMap<FastifyRequest, Session>();

export function rememberSession(request: FastifyRequest, session: Session): void {
  sessions.set(request, session);
}

/** Who is signed in; null: nobody. */
export function sessionOf(request: FastifyRequest): Session | null {
  return sessions.get(request) ?? null;
}

/** The page needs someone signed in: they come back here afterwards. */
export class SignInNeeded extends Error {
  override readonly name = 'SignInNeeded';
}

/** @throws SignInNeeded */
export function signedIn(request: FastifyRequest): Session {
  const session = sessionOf(request);
  if (!session) throw new SignInNeeded();
  return session;
}

/** A member as one text, `''` where it is absent; of several the first. */
export function textOf(form: Form, name: string): string {
  const value = form[name];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

/** All values of a member. */
export function listOf(form: Form, name: string): string[] {
  const value = form[name];
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

export function formOf(request: FastifyRequest): Form {
  return (request.body ?? {}) as Form;
}

export function sendHtml(reply: FastifyReply, html: string, status = 200): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').serializer(String).send(html);
}

export function goTo(reply: FastifyReply, path: string): FastifyReply {
  return reply.code(303).header('location', path).serializer(String).send('');
}
