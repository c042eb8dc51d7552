import { once } from 'node:events';
import { createServer, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const MB = 1024 * 1024;
const MARKS = '\u0301\u0316';
const DAY_S = 86_400;

/** JSON texts that a server sends instead of the account's transactions; each is below 32 MB. */
export const HOSTILE_RESPONSES = {
  'thirty-one megabytes of numbers': (account) =>
    withRoot(account, `"x":[${'1,'.repeat((31 * MB) / 2)}1],`, ''),
  'a quarter of a million transactions': (account) =>
    withRows(account, 250_000, (index) => row(`T${index}`, 'SHOP')),
  'an amount of ten million digits': (account) =>
    withRoot(account, '', `{"id":"T","posted":1,"amount":${'9'.repeat(10_000_000)}}`),
  'values within each other without end': (account) => withRoot(account, `"x":${'['.repeat(10 * MB)}`, ''),
  'texts of combining marks': (account) =>
    withRows(account, 200, (index) => row(`T${index}`, `A${MARKS.repeat(20_000)}`)),
} satisfies Record<string, (account: string) => string>;

export type HostileResponse = keyof typeof HOSTILE_RESPONSES;

/** An attacker's SimpleFIN server: it is valid when it is connected, and hostile when transactions are requested. */
export class HostileSimpleFin {
  /** The number of requests for transactions. */
  reads = 0;
  private readonly bodies = new Map<string, Buffer>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<HostileSimpleFin> {
    const server = createServer();
    const hostile = new HostileSimpleFin(server);
    server.on('request', (request: IncomingMessage, response: ServerResponse) =>
      hostile.answer(request, response),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return hostile;
  }

  /**
   * Returns a setup token for a connection whose transactions are this response. Each kind has its own account;
   * otherwise one user's connections would share one.
   * @param name unique for each connection
   */
  token(kind: HostileResponse, name: string): string {
    if (!this.bodies.has(kind)) this.bodies.set(kind, Buffer.from(HOSTILE_RESPONSES[kind](kind)));
    const url = `http://127.0.0.1:${this.port}/${encodeURIComponent(kind)}/${name}/claim`;
    return Buffer.from(url).toString('base64');
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    request.resume();
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://server');
    const [kind = '', name = '', action] = pathname.slice(1).split('/').map(decodeURIComponent);
    if (action === 'claim') {
      response.end(`http://user:${name}@127.0.0.1:${this.port}/${encodeURIComponent(kind)}/${name}`);
      return;
    }
    response.setHeader('content-type', 'application/json');
    if (searchParams.has('balances-only')) return void response.end(withRoot(kind, '', ''));
    this.reads += 1;
    response.end(this.bodies.get(kind));
  }
}

function withRoot(id: string, members: string, rows: string): string {
  const account = `{"id":"${id}","name":"Checking","currency":"EUR","balance":"1.00","transactions":[${rows}]}`;
  return `{${members}"errors":[],"accounts":[${account}]}`;
}

function withRows(account: string, count: number, json: (index: number) => string): string {
  return withRoot(account, '', Array.from({ length: count }, (_, index) => json(index)).join(','));
}

function row(id: string, text: string): string {
  const posted = Math.floor(Date.now() / 1000) - 10 * DAY_S;
  return `{"id":"${id}","posted":${posted},"amount":"-1.00","description":"${text}"}`;
}
