import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, IncomingMessage, Server } from 'node:http';

/** Address and access of a process's metrics; port 0: none. */
export interface MetricsSettings {
  readonly port: number;
  readonly host: string;
  /** Bearer token that a reader must send; null: anyone with access to the port may read. */
  readonly token: string | null;
}

const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Limit of a scrape, which only takes this long while the database does not respond. */
const REQUEST_MS_MAX = 30_000;

/**
 * Serves `GET /metrics` on a separate port, so that no proxy in front of the API can forward it. @param onCollected
 * called with the error of a failed scrape, which its reader does not get; with null after a success
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
  await once(server, 'listening'); // or the error of `listen`
  server.unref(); // the process does not wait for scrapes
  return server;
}

function statusOf({ url, method, headers }: IncomingMessage, token: string | null): 200 | 401 | 404 | 405 {
  if (url?.split('?')[0] !== '/metrics') return 404;
  if (method !== 'GET') return 405;
  return token === null || isEqual(headers.authorization ?? '', `Bearer ${token}`) ? 200 : 401;
}

/** Compares in constant time, wherever the texts differ. */
function isEqual(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
