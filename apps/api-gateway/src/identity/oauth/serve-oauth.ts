import { NestFastifyApplication } from '@nestjs/platform-fastify';
import { readQueryText, resultUnknown } from '@tributary/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerResponse } from 'node:http';
import { OAuthServer } from './oauth-server';

/**
 * Serves the OAuth endpoints at the root, outside of the API. The library reads the request and writes the response
 * itself; the trusted host and protocol are set here.
 */
export function serveOAuth(app: NestFastifyApplication, server: OAuthServer, requestTimeoutMs: number): void {
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
  void fastify.register((scope: FastifyInstance, _options: unknown, done: () => void) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, takesForms: true, limitedBy: 'oauthRequests' };
    });
    const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      readQueryText(request.raw.url ?? ''); // the library's framework (Koa) takes quadratic time to read a query
      const answer = await server.handler(); // before the library owns the response: errors here go through the usual error filter
      void reply.hijack();
      answerInTime(reply.raw, requestTimeoutMs);
      answer(request, reply.raw);
    };
    scope.all('/oauth/*', handle);
    scope.all('/.well-known/oauth-authorization-server', handle);
    done();
  });
}

/** Ends requests after the time limit, as for every other route. */
function answerInTime(response: ServerResponse, timeoutMs: number): void {
  const timer = setTimeout(() => {
    if (response.headersSent) return;
    const { status, headers, body } = resultUnknown('The request took too long.');
    response.writeHead(status, { ...headers, 'content-type': 'application/json; charset=utf-8' });
    response.end(JSON.stringify(body));
  }, timeoutMs);
  response.once('close', () => clearTimeout(timer));
}
