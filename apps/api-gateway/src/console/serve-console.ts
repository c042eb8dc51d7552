import fastifyStatic from '@fastify/static';
import { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Database } from '@tributary/persistence';
import { ServiceLogger } from '@tributary/service';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { ApiGatewayConfig } from '../api-gateway.config';
import { readCookie, SESSION_COOKIE } from '../identity/sessions/cookies';
import { findSession } from '../identity/sessions/sessions';
import { firstRunPath } from '../identity/sign-up/first-run';
import { DOCUMENTATION_PATH } from '../documentation/serve-documentation';
import type { SignUpMode } from '../identity/sign-up/sign-up-mode';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { PAGE_SECURITY } from '@tributary/http';

/** Files whose names have a hash of their content. */
const ASSETS = 'assets';
const NONCE_BYTES = 16;

/**
 * Serves the built console at the root: its files, and its page at `/` and at every path of a screen. Without a
 * session the browser goes to sign-in, or to the first-run page. If the console is not built, a warning is logged.
 */
export function serveConsole(
  app: NestFastifyApplication,
  { basePath, signUp }: Pick<ApiGatewayConfig, 'basePath' | 'signUp'>,
): void {
  const directory = consoleDirectory();
  if (directory === null) {
    app.get(ServiceLogger).warn('the console is not built: `npm run build` builds it');
    return;
  }
  const server: FastifyInstance = app.getHttpAdapter().getInstance();
  serveFiles(server, directory);
  const database = app.get(Database);
  const isScreen = screensBeside([
    basePath,
    DOCUMENTATION_PATH,
    ...['/oauth', '/.well-known', '/console', '/health', `/${ASSETS}`],
  ]);
  // At this hook cookies are parsed, and the router has found no route.
  server.addHook('preHandler', async (request, reply) => {
    if (!request.is404 || !isScreen(request)) return;
    const elsewhere = await instead(database, signUp, request);
    return elsewhere === null ? sendConsole(reply, directory) : reply.redirect(elsewhere, 303);
  });
}

function serveFiles(server: FastifyInstance, directory: string): void {
  const common = { decorateReply: false, index: false, preCompressed: true } as const;
  void server.register((scope: FastifyInstance, _options: unknown, done: () => void) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, limitedBy: 'nothing' };
    });
    const root = path.join(directory, ASSETS);
    void scope.register(fastifyStatic, {
      ...common,
      root,
      prefix: `/${ASSETS}/`,
      maxAge: '365d',
      immutable: true,
    });
    const globIgnore = [`${ASSETS}/**`, 'index.html'];
    void scope.register(fastifyStatic, {
      ...common,
      root: directory,
      wildcard: false,
      globIgnore,
      maxAge: '1h',
    });
    done();
  });
}

/**
 * Whether a request without a route can be for a screen: a browser opens it, and its path is the root or not below
 * another program's path.
 */
function screensBeside(others: readonly string[]): (request: FastifyRequest) => boolean {
  return ({ method, url, headers }) => {
    if (method !== 'GET' && method !== 'HEAD') return false;
    const [at = ''] = url.split('?');
    if (at === '/') return true;
    const isOfOthers = others.some((other) => at === other || at.startsWith(`${other}/`));
    return !isOfOthers && (headers.accept ?? '').includes('text/html');
  };
}

/** Path to which the browser is redirected before the console; null with a session. */
async function instead(
  database: Database,
  signUp: SignUpMode,
  request: FastifyRequest,
): Promise<string | null> {
  if (await findSession(database, readCookie(request, SESSION_COOKIE))) return null;
  const firstRun = await firstRunPath(database, signUp);
  return firstRun ?? `/sign-in?${new URLSearchParams({ return_to: request.url }).toString()}`;
}

async function sendConsole(reply: FastifyReply, directory: string): Promise<FastifyReply> {
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  const page = await consolePage(directory, nonce);
  return reply
    .code(200)
    .headers(consoleHeaders(nonce))
    .type('text/html; charset=utf-8')
    .serializer(String)
    .send(page);
}

const BUILT = path.join('dist', 'apps', 'console');
const INDEX = 'index.html';
/** Text in the built page that the nonce of each response replaces. */
const NONCE = 'CSP_NONCE';

/** Directory of the built console; null where it is not built. Works from sources, from a build, and in the image. */
function consoleDirectory(from: string = __dirname): string | null {
  const directory = path.join(from, BUILT);
  if (existsSync(path.join(directory, INDEX))) return directory;
  const above = path.dirname(from);
  return above === from ? null : consoleDirectory(above);
}

/** The console's page for one response. The file is read each time, so a new build needs no restart. */
async function consolePage(directory: string, nonce: string): Promise<string> {
  return (await readFile(path.join(directory, INDEX), 'utf8')).replaceAll(NONCE, nonce);
}

/** Allows files of this site alone, and styles by nonce; logos of institutions may come from any HTTPS address. */
function consoleHeaders(nonce: string): Readonly<Record<string, string>> {
  const directives = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': directives.join('; '),
    ...PAGE_SECURITY,
  };
}
