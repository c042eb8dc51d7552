import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Problem } from '@tributary/contracts';
import { StatementScope } from '@tributary/persistence';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorBody, ErrorPageUrl } from '../errors/error-page';
import { resultUnknown } from '../errors/error-response';
import { jsonText } from '../lists/json-items';
import { BODY_BOUNDS, nestedTooDeep, tooManyValues } from '../validation/unfit-members';
import { AllowedMethods } from './allowed-methods';
import { exceededBound, JsonBounds } from './json-bounds';
import { HEADERS_BYTES_MAX, originForm, refuseConnection, refusePath } from './unreadable-requests';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route accepts the bodies of HTML forms. Without it, the route accepts only JSON. */
    takesForms?: boolean;
    /** The route reads a file (`application/octet-stream`) from the request itself, at its own limit. */
    takesFiles?: boolean;
    /** The route's own maximum for a body, where it is not the server's. */
    bodyBytesMax?: number;
  }
}

export interface HttpAdapterOptions {
  readonly bodyBytesMax: number;
  /** Time limit of a request, whatever it waits for; after it the response is 503. */
  readonly requestTimeoutMs: number;
  /** Time limit of a request's statement; after it the statement is cancelled. */
  readonly statementTimeoutMs?: number;
  /** Addresses and networks whose `X-Forwarded-*` headers count, separated by commas; null: none. */
  readonly trustedProxies: string | null;
  readonly errorPageUrl: ErrorPageUrl;
}

const scopes = new WeakMap<FastifyRequest, StatementScope>();

/**
 * Requests whose whole response is known: a hook may still compress it, and `reply.sent` is false until it is written.
 * A stream is not: it may never send its first byte.
 */
const answered = new WeakSet<FastifyRequest>();

/** Leaves members of dangerous names in the body, so that `unfitMembers` refuses them like other impossible ones. */
const POISONING = 'ignore';

/** Bounds of the JSON text. `unfitMembers` refuses a larger body in any case; its bounds do not count the outermost value. */
const TEXT_BOUNDS: JsonBounds = { depth: BODY_BOUNDS.depth + 1, values: BODY_BOUNDS.values + 1 };
const TOO_MUCH = { depth: nestedTooDeep, values: tooManyValues } as const;

const JSON_ERROR = { 'content-type': 'application/json; charset=utf-8' } as const;

/**
 * The HTTP server. It allows declared methods only, JSON bodies only (unless a route declares otherwise) with a
 * maximum size, no caching, and no request that hangs. It cancels the statements of a request whose client has
 * disconnected. Only `X-Forwarded-*` headers of the operator's own proxies count.
 */
export function createHttpAdapter(options: HttpAdapterOptions): FastifyAdapter {
  const adapter = new FastifyAdapter({
    bodyLimit: options.bodyBytesMax,
    trustProxy: options.trustedProxies ?? false,
    forceCloseConnections: 'idle',
    // Requests that arrive while the server stops are handled, and their connections closed.
    return503OnClosing: false,
    http: { maxHeaderSize: HEADERS_BYTES_MAX },
    clientErrorHandler: (error, socket) => refuseConnection(error, socket, options.errorPageUrl),
    frameworkErrors: (_error: Error, _request: FastifyRequest, reply: FastifyReply) =>
      refusePath(reply, options.errorPageUrl),
    rewriteUrl: ({ url = '/' }) => (url.startsWith('/') ? url : originForm(url)),
  });
  const server = adapter.getInstance();
  const refusal = (message: string) => errorBody({ message }, 'unreadable-request', options.errorPageUrl);
  server.setReplySerializer(jsonText);
  const allowedMethods = new AllowedMethods();
  server.addHook('onRoute', (route) => {
    allowedMethods.add(route.method, route.url);
    const { bodyBytesMax } = route.config ?? {};
    if (bodyBytesMax !== undefined) route.bodyLimit = Math.min(bodyBytesMax, options.bodyBytesMax);
  });
  server.addHook('onRequest', (request, reply, done) => {
    void reply.headers({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
    // This check comes before the token's, because the document publishes which paths support which methods.
    const [path = ''] = request.url.split('?');
    const allowed = allowedMethods.insteadOf(request.method, path, request.routeOptions.url);
    if (allowed) {
      const message = `${request.method} is not supported here. Allowed: ${allowed.join(', ')}.`;
      void reply
        .code(405)
        .headers({ ...JSON_ERROR, allow: allowed.join(', ') })
        .send(refusal(message));
      return;
    }
    const { takesForms = false, takesFiles = false } = request.routeOptions.config;
    const expected = takesFiles ? FILE : JSON_TYPE;
    if (!takesForms && hasForeignBody(request.headers, expected)) {
      const message = `The request body must be ${takesFiles ? 'application/octet-stream' : 'application/json'}.`;
      void reply.code(415).headers(JSON_ERROR).send(refusal(message));
      return;
    }
    const scope = new StatementScope(options.statementTimeoutMs);
    scopes.set(request, scope);
    const timer = setTimeout(
      () => {
        // A response that is ready is compressed and sent at its client's pace; a second one would take its headers.
        if (answered.has(request) || reply.raw.headersSent) return;
        scope.end();
        if (reply.sent) return;
        const { status, headers, body, page } = resultUnknown('The request took too long.');
        void reply
          .removeHeader('content-encoding') // of a stream that has not begun
          .code(status)
          .headers({ ...headers, ...JSON_ERROR })
          .send(errorBody(body, page, options.errorPageUrl));
      },
      options.requestTimeoutMs * (takesFiles ? FILE_TIME_FACTOR : 1),
    );
    reply.raw.once('close', () => {
      clearTimeout(timer);
      if (!reply.raw.writableFinished) scope.end(); // the client has disconnected
    });
    scope.run(done);
  });
  // Before the hooks of plugins, which change the headers.
  server.addHook('onSend', (request, _reply, payload, done) => {
    if (typeof payload === 'string' || Buffer.isBuffer(payload)) answered.add(request);
    done();
  });
  const parsed = server.getDefaultJsonParser(POISONING, POISONING);
  adapter.useBodyParser(
    'application/json',
    false,
    { bodyLimit: options.bodyBytesMax },
    (request, body, done) => {
      const bound = exceededBound(body, TEXT_BOUNDS);
      if (bound !== null) done(Problem.invalid(TOO_MUCH[bound]()));
      else void parsed(request, body.toString(), done);
    },
  );
  // The route reads the file as it arrives; no other route accepts the type.
  server.addContentTypeParser('application/octet-stream', (_request, _payload, done) =>
    done(null, undefined),
  );
  // Restores the async context of the request, which reading a body leaves.
  server.addHook('preValidation', (request, _reply, done) => {
    const scope = scopes.get(request);
    if (scope) scope.run(done);
    else done();
  });
  return adapter;
}

const JSON_TYPE = /^application\/(json|[\w.+-]+\+json)\s*(;|$)/i;
const FILE = /^application\/octet-stream\s*(;|$)/i;
/** A file takes longer to arrive than other requests. */
const FILE_TIME_FACTOR = 10;

/** A body of another type. */
function hasForeignBody(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  expected: RegExp,
): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return hasBody && !expected.test(String(headers['content-type'] ?? ''));
}
