import { once } from 'node:events';
import { createServer, IncomingMessage, request, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The server's behaviour instead of a response. */
export type Hostility =
  /** Accepts the request and sends nothing. */
  | { readonly kind: 'silence' }
  /** Valid headers, then a byte at intervals, forever. */
  | { readonly kind: 'drip' }
  /** A body of a gigabyte. */
  | { readonly kind: 'flood' }
  | { readonly kind: 'redirect'; readonly status: number; readonly location: string };

const CHUNK = Buffer.alloc(1024 * 1024, 0x20);
const FLOOD_CHUNKS = 1024;
const DRIP_MS = 20;

/** A proxy in front of a valid server, which misbehaves at matching paths. */
export class HostileServer {
  /** The number of requests at which it misbehaved. */
  refused = 0;
  /** The number of bytes of a flood that were received. */
  floodedBytes = 0;

  private constructor(
    private readonly server: Server,
    private readonly upstream: URL,
    private readonly path: RegExp,
    private readonly hostility: Hostility,
  ) {}

  static async start(upstream: string, path: RegExp, hostility: Hostility): Promise<HostileServer> {
    const server = createServer();
    const hostile = new HostileServer(server, new URL(upstream), path, hostility);
    server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) =>
      hostile.answer(incoming, outgoing),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return hostile;
  }

  /** The upstream's base URL, at this server. */
  get url(): string {
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}${this.upstream.pathname}`;
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    outgoing.on('error', () => outgoing.destroy());
    if (!this.path.test(`${incoming.method} ${incoming.url}`)) return this.passOn(incoming, outgoing);
    this.refused += 1;
    incoming.resume();
    switch (this.hostility.kind) {
      case 'silence':
        return;
      case 'drip':
        return drip(outgoing);
      case 'flood':
        outgoing.writeHead(200, { 'content-type': 'application/json' });
        return this.flood(outgoing, FLOOD_CHUNKS);
      case 'redirect':
        outgoing.writeHead(this.hostility.status, { location: this.hostility.location }).end();
        return;
      default: {
        const unknown: never = this.hostility;
        return unknown;
      }
    }
  }

  private passOn(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { hostname, port } = this.upstream;
    const options = {
      hostname,
      port,
      method: incoming.method,
      path: incoming.url,
      headers: incoming.headers,
    };
    const passed = request(options, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  }

  private flood(outgoing: ServerResponse, chunksLeft: number): void {
    if (chunksLeft === 0) return void outgoing.end();
    if (outgoing.destroyed) return;
    outgoing.write(CHUNK, (error) => {
      if (error) return;
      this.floodedBytes += CHUNK.length;
      this.flood(outgoing, chunksLeft - 1);
    });
  }
}

function drip(outgoing: ServerResponse): void {
  outgoing.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => outgoing.write(' '), DRIP_MS);
  outgoing.on('close', () => clearInterval(timer));
}
