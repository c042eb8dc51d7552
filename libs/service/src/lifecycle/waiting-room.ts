import {
  createServer as createHttpServer,
  IncomingMessage,
  Server as HttpServer,
  ServerResponse,
} from 'node:http';
import { AddressInfo, createServer, Server } from 'node:net';
import { once } from 'node:events';
import { StartUp } from './start-up';

const RETRY_AFTER_S = 1;
/** Lifetime of a connection: its one response takes no time. */
const CONNECTION_MS_MAX = 5000;

interface Response {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Address to listen on; the service's own server continues there. */
export interface ListenOptions {
  readonly host: string;
  readonly port: number;
}

/**
 * Listens from the first moment of a start, and reports what the start waits for, until the service's own server takes
 * over. The process lives (`/health/live`); everything else is 503.
 */
export class WaitingRoom {
  private constructor(
    private readonly door: Server,
    private readonly host: string,
  ) {}

  /** @throws the server's error if the address cannot be listened on */
  static async open(
    { host, port }: ListenOptions,
    startUp: StartUp,
    errorPage?: string,
  ): Promise<WaitingRoom> {
    const http = httpServer((path) => responseOf(path, startUp, errorPage));
    const door = createServer((socket) => {
      const limit = setTimeout(() => socket.destroy(), CONNECTION_MS_MAX);
      socket.once('close', () => clearTimeout(limit));
      http.emit('connection', socket);
    });
    door.listen(port, host);
    await once(door, 'listening');
    return new WaitingRoom(door, host);
  }

  /**
   * Options for the `listen` of the service's own server: it takes the open socket over, so that no connection is
   * refused in between. `localhost` may be several addresses, for each of which Fastify opens a socket of its own.
   */
  handOver(): ListenOptions {
    const { port } = this.door.address() as AddressInfo;
    if (this.host !== 'localhost') return { host: this.host, port, ...socketOf(this.door) };
    this.door.close();
    return { host: this.host, port };
  }

  /** Closes the socket after a failed start. */
  close(): void {
    this.door.close();
  }
}

/** The open socket for Node's `listen`, which accepts any object with the `_handle` of a server, and reads nothing else of it. */
function socketOf(server: Server): { _handle: unknown } {
  return { _handle: Reflect.get(server, '_handle') };
}

function httpServer(respond: (path: string) => Response): HttpServer {
  return createHttpServer((request: IncomingMessage, response: ServerResponse) => {
    const { status, body } = respond((request.url ?? '').split('?')[0] ?? '');
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      connection: 'close', // the service's own server must get the next request
      ...(status === 503 ? { 'retry-after': String(RETRY_AFTER_S) } : {}),
    });
    response.end(request.method === 'HEAD' ? undefined : JSON.stringify(body));
  });
}

function responseOf(path: string, startUp: StartUp, errorPage: string | undefined): Response {
  if (path === '/health/live') return { status: 200, body: { status: 'ok' } };
  const reasons = { process: 'the service is starting', ...startUp.reasons() };
  if (path === '/health/serving' || path === '/health/ready') {
    const message = path === '/health/ready' ? 'not ready' : 'not serving';
    const checks = { database: 'down', bus: 'down', process: 'starting' };
    return { status: 503, body: { message, status: 'unavailable', checks, reasons } };
  }
  const message = 'The service is starting. Try again in a moment.';
  return { status: 503, body: { message, ...(errorPage === undefined ? {} : { docs_url: errorPage }) } };
}
