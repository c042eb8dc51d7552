import { createServer, IncomingMessage, request, Server, ServerResponse } from 'node:http';
import { AddressInfo } from 'node:net';

/** What becomes of one request. */
export type LineFault =
  /** It never gets there. */
  | { readonly kind: 'answer'; readonly status: number; readonly retryAfterS?: number }
  /** It gets there, and its answer does not come back. */
  | { readonly kind: 'silence' }
  /** It gets there, and the connection breaks off instead of an answer. */
  | { readonly kind: 'break' };

const SESSION_ENDED = JSON.stringify({
  status: 'error',
  reason: 'unauthorized',
  details: 'token-not-found',
});

/** Without rows in it a request to synchronize is far shorter. */
const WRITE_BYTES_MIN = 400;

/** An HTTP line to a server that can be made to misbehave. */
export class FaultyLine {
  private fault: { readonly path: string; readonly what: LineFault } | null = null;
  private sessionHasEnded = false;
  private refusal: { readonly status: number; readonly body: string } | null = null;

  private constructor(
    private readonly target: URL,
    private readonly server: Server,
  ) {}

  static async to(target: string): Promise<FaultyLine> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const line = new FaultyLine(new URL(target), server);
    server.on('request', (asked: IncomingMessage, answer: ServerResponse) => void line.pass(asked, answer));
    return line;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The next request there that writes meets the fault. */
  next(path: string, what: LineFault): void {
    this.fault = { path, what };
  }

  /** Whether a request that writes will get no answer. */
  get isAboutToBeSilent(): boolean {
    return this.fault?.what.kind === 'silence';
  }

  /** Every request is answered so. */
  answerAll(status: number, body: object): void {
    this.refusal = { status, body: JSON.stringify(body) };
  }

  /** Ends all sign-ins; users have to sign in again. */
  endSession(): void {
    this.sessionHasEnded = true;
  }

  calm(): void {
    this.fault = null;
    this.refusal = null;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = Buffer.concat((await asked.toArray()) as Buffer[]);
    if (asked.url === '/account/login') this.sessionHasEnded = false;
    if (this.sessionHasEnded && asked.headers['x-actual-token'] !== undefined) {
      answer.writeHead(401, { 'content-type': 'application/json' }).end(SESSION_ENDED);
      return;
    }
    if (this.refusal) {
      answer.writeHead(this.refusal.status, { 'content-type': 'application/json' }).end(this.refusal.body);
      return;
    }
    const fault = this.faultFor(asked.url ?? '', body);
    if (fault?.kind === 'answer') {
      const wait = fault.retryAfterS === undefined ? {} : { 'retry-after': String(fault.retryAfterS) };
      answer.writeHead(fault.status, wait).end('Too many requests, please try again later.');
      return;
    }
    const onward = request(
      new URL(asked.url ?? '/', this.target),
      { method: asked.method, headers: asked.headers },
      (answered) => {
        if (fault === null)
          return void answered.pipe(answer.writeHead(answered.statusCode ?? 502, answered.headers));
        answered.resume(); // the server has done it by now
        if (fault.kind === 'break') answer.destroy();
      },
    );
    onward.on('error', () => answer.destroy());
    onward.end(body);
  }

  private faultFor(url: string, body: Buffer): LineFault | null {
    if (this.fault === null || !url.startsWith(this.fault.path) || body.length < WRITE_BYTES_MIN) return null;
    const { what } = this.fault;
    this.fault = null;
    return what;
  }
}
