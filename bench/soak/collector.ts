import { createServer, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Accepts traces and metrics like a collector, and keeps only their number. */
export class Collector {
  private constructor(
    private readonly server: Server,
    private readonly counts: { traces: number; metrics: number },
  ) {}

  static async start(): Promise<Collector> {
    const counts = { traces: 0, metrics: 0 };
    const server = createServer((request, response) => {
      if (request.url === '/v1/traces') counts.traces += 1;
      if (request.url === '/v1/metrics') counts.metrics += 1;
      request.resume().on('end', () => response.setHeader('content-type', 'application/json').end('{}'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new Collector(server, counts);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Accepted requests. */
  get taken(): { readonly traces: number; readonly metrics: number } {
    return { ...this.counts };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
