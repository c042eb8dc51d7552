import fastifyCookie from '@fastify/cookie';
import fastifyCsrf from '@fastify/csrf-protection';
import fastifyFormbody from '@fastify/formbody';
import { NestFastifyApplication } from '@nestjs/platform-fastify';
import { shareOf } from '@tributary/persistence';
import type { FastifyInstance } from 'fastify';
import { hkdfSync } from 'node:crypto';
import type { ApiGatewayConfig } from '../api-gateway.config';
import { findSession } from '../users/sessions';
import { accountPages } from './account.pages';
import { appPages } from './apps.pages';
import { COOKIE, CSRF_COOKIE, SESSION_COOKIE } from './cookies';
import { connectedAppPages } from './connected-apps.pages';
import { consentPages } from './consent.pages';
import { erasurePages } from './erasure.pages';
import { exportPages } from './export.pages';
import { answerPageError } from './page-errors';
import { PAGE_HEADERS } from './page-headers';
import { formOf, PagesContext, rememberSession, textOf } from './pages-context';
import { setupPages } from './setup.pages';
import { securityPages } from './security.pages';
import { csrfSubject } from './show-page';
import { signInPages } from './sign-in.pages';
import { signUpPages } from './sign-up.pages';
import { css } from './templates/layout';
import { tokenPages } from './tokens.pages';

const ALL = [
  signInPages,
  signUpPages,
  accountPages,
  erasurePages,
  exportPages,
  tokenPages,
  appPages,
  connectedAppPages,
  consentPages,
  setupPages,
  securityPages,
] as const;

/**
 * Serves the pages for people, at the root beside the API: in a scope of Fastify's of their own, with forms for
 * bodies, HTML for errors, sessions in cookies, and protection against forged requests on every POST.
 */
export function servePages(app: NestFastifyApplication, context: PagesContext): void {
  const fastify = app.getHttpAdapter().getInstance();
  void fastify.register((scope: FastifyInstance, _options: unknown, done: () => void) => {
    takeForms(scope, context.config);
    void scope.register((pages: FastifyInstance, _none: unknown, loaded: () => void) => {
      serve(pages, context);
      loaded();
    });
    done();
  });
}

/** Plugins, which the scope below has once they are loaded. */
function takeForms(scope: FastifyInstance, { encryptionKey }: ApiGatewayConfig): void {
  scope.removeAllContentTypeParsers();
  void scope.register(fastifyFormbody);
  void scope.register(fastifyCookie);
  void scope.register(fastifyCsrf, {
    cookieKey: CSRF_COOKIE,
    cookieOpts: COOKIE,
    csrfOpts: { hmacKey: csrfKey(encryptionKey), userInfo: true },
    getUserInfo: csrfSubject,
    getToken: (request) => textOf(formOf(request), '_csrf'),
  });
}

function serve(scope: FastifyInstance, context: PagesContext): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, takesForms: true };
  });
  scope.setErrorHandler((error, request, reply) => answerPageError(error, request, reply, context));
  scope.addHook('onRequest', async (request, reply) => {
    void reply.headers(PAGE_HEADERS);
    const session = await findSession(context.database, request.cookies[SESSION_COOKIE]);
    if (!session) return;
    rememberSession(request, session);
    shareOf(session.userId);
  });
  scope.addHook('preHandler', (request, reply, done) => {
    if (request.method === 'POST') scope.csrfProtection(request, reply, done);
    else done();
  });
  scope.get('/pages.css', (_request, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'max-age=3600')
      .serializer(String)
      .send(css),
  );
  for (const pages of ALL) pages(scope, context);
}

/** The same at every gateway: a form may come back to another one. */
function csrfKey(encryptionKey: string): string {
  return Buffer.from(hkdfSync('sha256', encryptionKey, '', 'forged-requests', 32)).toString('base64');
}
