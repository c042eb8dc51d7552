import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, IncomingMessage, Server } from 'node:http';

/** Where and to whom a process shows its metrics; port 0: it does not. */
export interface MetricsSettings {
  readonly port: number;
  readonly host: string;
  /** What a reader must send as a bearer token; null: whoever reaches the port may read. */
  readonly token: string | null;
}

const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** A scrape takes longer only where the database does not answer. */
const REQUEST_MS_MAX = 30_000;

/**
 * `GET /metrics` on a port of its own, so that no proxy in front of the API reaches it.
 * @param onCollected with the error of a scrape that failed, which its reader does not get; null of one that succeeded
 */
export async function openMetricsServer(
  { port, host, token }: MetricsSettings,
  text: () => Promise<string>,
  onCollected: (error: unknown) => void,
): Promise<Server> {
  const server = createServer((request, response) => {
    const status = statusOf(request, token);
    if (status !== 200) {
      response.writeHead(status, status === 401 ? { 'www-authenticate': 'Bearer' } : {}).end();
      return;
    }
    text().then(
      (body) => {
        onCollected(null);
        response.writeHead(200, { 'content-type': CONTENT_TYPE }).end(body);
      },
      (error: unknown) => {
        onCollected(error);
        response.writeHead(500).end();
      },
    );
  });
  server.requestTimeout = REQUEST_MS_MAX;
  server.listen(port, host);
  await once(server, 'listening'); // or its error
  server.unref(); // nothing waits for a scrape
  return server;
}

function statusOf({ url, method, headers }: IncomingMessage, token: string | null): 200 | 401 | 404 | 405 {
  if (url?.split('?')[0] !== '/metrics') return 404;
  if (method !== 'GET') return 405;
  return token === null || isEqual(headers.authorization ?? '', `Bearer ${token}`) ? 200 : 401;
}

/** In the same time wherever they differ. */
function isEqual(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
