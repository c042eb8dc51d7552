import fastifyStatic from '@fastify/static';
import { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fileOf } from './documentation-files';
import { ownFilesHeaders } from '../page-security';

/** Where the documentation is, beside the API's base path. */
export const DOCUMENTATION_PATH = '/docs';

/** Files whose names have a hash of their content. */
const ASSETS = 'assets/';
const NOT_BUILT =
  'The documentation is not built here. Run `npm run docs -- --site` in the checkout, then load this page again.\n';
const NOT_FOUND = '404.html';

/** Its own files alone: the build moves every script and style into one. */
const HEADERS = ownFilesHeaders();

/**
 * Serves the site that `npm run docs` builds, to anyone: it has nothing of this installation. @param find where it is; null
 * while it is not built, which may happen later
 */
export function serveDocumentation(app: NestFastifyApplication, find: () => string | null): void {
  const server: FastifyInstance = app.getHttpAdapter().getInstance();
  void server.register((scope: FastifyInstance, _options: unknown, done: () => void) => {
    // Counting costs more than answering, and one page takes twenty files.
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, limitedBy: 'nothing' };
    });
    // Each answer names its own root, so this one is never read.
    void scope.register(fastifyStatic, { root: __dirname, serve: false, preCompressed: true });
    scope.get(DOCUMENTATION_PATH, (_request, reply) => reply.redirect(`${DOCUMENTATION_PATH}/`, 301));
    scope.get<{ Params: { '*': string } }>(`${DOCUMENTATION_PATH}/*`, (request, reply) => {
      const directory = find();
      return directory === null ? notBuilt(reply) : send(request, reply, directory);
    });
    done();
  });
}

function notBuilt(reply: FastifyReply): FastifyReply {
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
