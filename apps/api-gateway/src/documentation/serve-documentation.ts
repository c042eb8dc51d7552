import { ownFilesHeaders } from '@tributary/http';
import fastifyStatic from '@fastify/static';
import { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { channel } from 'node:diagnostics_channel';
import { fileOf } from './documentation-files';

/** Path of the documentation, outside the API's base path. */
export const DOCUMENTATION_PATH = '/docs';

/** Files whose names have a hash of their content. */
const ASSETS = 'assets/';
const NOT_BUILT =
  'The documentation is not built here. Run `npm run docs -- --site` in the checkout, then load this page again.\n';
const RELOADED_AFTER_S = 5;
const BEING_BUILT = [
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Documentation</title>',
  `<meta http-equiv="refresh" content="${RELOADED_AFTER_S}"></head>`,
  '<body><h1>The documentation is being built</h1>',
  '<p>This happens once, and takes about a minute. The page that you want opens by itself.</p></body></html>\n',
].join('\n');
const NOT_FOUND = '404.html';

/** Allows the site's own files alone: the build moves every script and style into one. */
const HEADERS = ownFilesHeaders();

/**
 * Requests a build of the site from the process that started this one from a checkout: the gateway has no tools. A
 * build takes too long for each start, and most people never open a page.
 */
const WANTED = channel('tributary:documentation-wanted');

/**
 * Serves the site of `npm run docs -- --site`, to anyone: it has no data of this installation. @param find returns its
 * directory; null while it is not built, which may happen later
 */
export function serveDocumentation(app: NestFastifyApplication, find: () => string | null): void {
  const server: FastifyInstance = app.getHttpAdapter().getInstance();
  void server.register((scope: FastifyInstance, _options: unknown, done: () => void) => {
    // The rate limit costs more than sending a file, and one page takes twenty files.
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, limitedBy: 'nothing' };
    });
    // `send` names the root of each file, so this one is never read.
    void scope.register(fastifyStatic, { root: __dirname, serve: false, preCompressed: true });
    scope.get(DOCUMENTATION_PATH, (_request, reply) => reply.redirect(`${DOCUMENTATION_PATH}/`, 301));
    let isAskedFor = false;
    scope.get<{ Params: { '*': string } }>(`${DOCUMENTATION_PATH}/*`, (request, reply) => {
      // Published once for each process, because existing pages may be those of an earlier version.
      if (!isAskedFor) WANTED.publish({});
      isAskedFor = true;
      const directory = find();
      return directory === null ? notBuilt(reply) : send(request, reply, directory);
    });
    done();
  });
}

function notBuilt(reply: FastifyReply): FastifyReply {
  if (WANTED.hasSubscribers) {
    return reply
      .code(503)
      .headers({ ...HEADERS, 'retry-after': String(RELOADED_AFTER_S) })
      .type('text/html; charset=utf-8')
      .send(BEING_BUILT);
  }
  return reply.code(404).type('text/plain; charset=utf-8').send(NOT_BUILT);
}

function send(
  { params }: FastifyRequest<{ Params: { '*': string } }>,
  reply: FastifyReply,
  directory: string,
): FastifyReply {
  const file = fileOf(directory, params['*']);
  void reply.headers(HEADERS);
  if (file === null) return reply.code(404).sendFile(NOT_FOUND, directory, { maxAge: 0 });
  return file.startsWith(ASSETS)
    ? reply.sendFile(file, directory, { maxAge: '365d', immutable: true })
    : reply.sendFile(file, directory, { maxAge: 0 });
}
