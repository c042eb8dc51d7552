import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** The server's response to every request. */
export interface GivenResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** The raw bytes of a response, which may be no HTTP. */
export interface GivenBytes {
  readonly bytes: string | Buffer;
  /** Bytes that are repeated forever; without them, the connection ends. */
  readonly again?: {
    readonly bytes: string | Buffer;
    /** The interval; null: as fast as the client reads. */
    readonly everyMs: number | null;
  };
}

/** A certificate and its key, as PEM. */
export interface ServerKeys {
  readonly key: string;
  readonly cert: string;
}

const SERVER = `
const http = require('node:http');
const https = require('node:https');
const { parentPort, workerData } = require('node:worker_threads');
let given = { status: 200, headers: {}, body: Buffer.alloc(0) };
const write = (socket, { bytes, again }) => {
  socket.on('error', () => undefined);
  socket.write(bytes);
  if (!again) return void socket.end();
  if (again.everyMs !== null) {
    const timer = setInterval(() => socket.write(again.bytes), again.everyMs);
    return void socket.on('close', () => clearInterval(timer));
  }
  const more = () => {
    while (!socket.destroyed) if (!socket.write(again.bytes)) return void socket.once('drain', more);
  };
  more();
};
const answer = (request, response) => {
  request.resume();
  // A pipelined request has no socket if its connection has ended meanwhile.
  if ('bytes' in given) return response.socket ? write(response.socket, given) : undefined;
  response.writeHead(given.status, { 'content-type': 'application/json', ...given.headers });
  response.end(given.body);
};
const options = { maxHeaderSize: 1 << 20, ...workerData };
const server = workerData ? https.createServer(options, answer) : http.createServer(options, answer);
parentPort.on('message', (next) => {
  given = next;
  parentPort.postMessage('given');
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

/** An HTTP server in a separate thread, so that its work is not measured as work of the main thread. */
export class ResponderThread {
  /** Rejects when the thread ends. */
  private readonly ended: Promise<never>;

  private constructor(
    private readonly worker: Worker,
    readonly url: string,
  ) {
    this.ended = once(worker, 'exit').then(() => {
      throw new Error('the thread of the answers has ended');
    });
    this.ended.catch(() => undefined); // a later `give` reports the end; `stop` expects it
  }

  /**
   * Starts the server.
   * @param keys for TLS
   */
  static async start(keys: ServerKeys | null = null): Promise<ResponderThread> {
    const worker = new Worker(SERVER, { eval: true, workerData: keys });
    const [port] = (await once(worker, 'message')) as [number];
    return new ResponderThread(worker, `${keys ? 'https' : 'http'}://127.0.0.1:${port}`);
  }

  /** Sets the response to all later requests. */
  async give(answer: GivenResponse | GivenBytes): Promise<void> {
    const given = once(this.worker, 'message');
    this.worker.postMessage('bytes' in answer ? answer : answerOf(answer));
    await Promise.race([given, this.ended]);
  }

  async stop(): Promise<void> {
    await this.worker.terminate();
  }
}

function answerOf({ status = 200, headers = {}, body }: GivenResponse) {
  return { status, headers, body: Buffer.from(body) };
}
