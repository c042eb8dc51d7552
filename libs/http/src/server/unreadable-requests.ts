import type { FastifyReply } from 'fastify';
import { Socket } from 'node:net';
import { errorBody, ErrorPageUrl } from '../errors/error-page';

/** Maximum size of a request's first line and headers: the longest valid query of a list fits, percent-encoded. */
export const HEADERS_BYTES_MAX = 64 * 1024;

type Refusal = readonly [status: string, message: string];

const REFUSALS: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: ['413 Content Too Large', 'The URL and the headers are too large.'],
};

const NOT_HTTP: Refusal = ['400 Bad Request', 'The request is not valid HTTP.'];

/**
 * Writes an error response for a request that Node could not parse, and closes the connection. The body has the form of
 * all errors of the interface. No route, hook or log of the application sees such a request.
 */
export function refuseConnection(
  error: Error & { readonly code?: string },
  socket: Socket,
  pageUrl: ErrorPageUrl,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy(error);
    return;
  }
  const [status, message] = REFUSALS[error.code ?? ''] ?? NOT_HTTP;
  const body = JSON.stringify(errorBody({ message }, 'unreadable-request', pageUrl));
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Sends the response for an unknown path to a request whose path is too long or not percent-encoded UTF-8. */
export function refusePath(reply: FastifyReply, pageUrl: ErrorPageUrl): void {
  void reply
    .code(404)
    .headers({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(errorBody({ message: 'Resource not found.' }, 'not-found', pageUrl));
}

/** The path of a request line with a whole URL: `http://host/path` means `/path` (RFC 9112, 3.2.2). */
export function originForm(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}
