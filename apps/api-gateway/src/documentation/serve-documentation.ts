import fastifyStatic from '@fastify/static';
import { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fileOf } from './documentation-files';

/** Where the documentation is, beside the API's base path. */
export const DOCUMENTATION_PATH = '/docs';

/** Files whose names have a hash of their content. */
const ASSETS = 'assets/';
const NOT_BUILT = 'The documentation is not built here: `npm run docs` builds it.\n';
const NOT_FOUND = '404.html';

/** Its own files alone: the build moves every script and style into one. */
const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
};

/** Serves the site that `npm run docs` builds, to anyone: it has nothing of this installation. @param directory null where it is not built */
export function serveDocumentation(app: NestFastifyApplication, directory: string | null): void {
  const server: FastifyInstance = app.getHttpAdapter().getInstance();
  void server.register((scope: FastifyInstance, _options: unknown, done: () => void) => {
    // Counting costs more than answering, and one page takes twenty files.
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, limitedBy: 'nothing' };
    });
    if (directory === null) serveNotice(scope);
    else serveSite(scope, directory);
    done();
  });
}

function serveSite(scope: FastifyInstance, directory: string): void {
  void scope.register(fastifyStatic, { root: directory, serve: false, preCompressed: true });
  scope.get(DOCUMENTATION_PATH, (_request, reply) => reply.redirect(`${DOCUMENTATION_PATH}/`, 301));
  scope.get<{ Params: { '*': string } }>(`${DOCUMENTATION_PATH}/*`, (request, reply) =>
    send(request, reply, directory),
  );
}

function serveNotice(scope: FastifyInstance): void {
  for (const at of [DOCUMENTATION_PATH, `${DOCUMENTATION_PATH}/*`]) {
    scope.get(at, (_request, reply) => reply.code(404).type('text/plain; charset=utf-8').send(NOT_BUILT));
  }
}

function send(
  { params }: FastifyRequest<{ Params: { '*': string } }>,
  reply: FastifyReply,
  directory: string,
): FastifyReply {
  const file = fileOf(directory, params['*']);
  void reply.headers(HEADERS);
  if (file === null) return reply.code(404).sendFile(NOT_FOUND, { maxAge: 0 });
  return file.startsWith(ASSETS)
    ? reply.sendFile(file, { maxAge: '365d', immutable: true })
    : reply.sendFile(file, { maxAge: 0 });
}
