import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** What the server answers, whatever it is asked. */
export interface GivenAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** The bytes of an answer as they are, whether they are HTTP or not. */
export interface GivenBytes {
  readonly bytes: string | Buffer;
  /** What follows for ever; without it, the connection ends. */
  readonly again?: {
    readonly bytes: string | Buffer;
    /** Null: as fast as it is read. */
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
  // Of a request that came behind another one on a connection that has ended meanwhile there is none.
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

/** An HTTP server in a thread of its own, so that its work is no work of the main thread, which is measured. */
export class AnsweringThread {
  /** Rejects at the thread's end: it can be given nothing any more. */
  private readonly ended: Promise<never>;

  private constructor(
    private readonly worker: Worker,
    readonly url: string,
  ) {
    this.ended = once(worker, 'exit').then(() => {
      throw new Error('the thread of the answers has ended');
    });
    this.ended.catch(() => undefined); // whoever gives an answer hears of it; a stop asks for it
  }

  /** @param keys for TLS */
  static async start(keys: ServerKeys | null = null): Promise<AnsweringThread> {
    const worker = new Worker(SERVER, { eval: true, workerData: keys });
    const [port] = (await once(worker, 'message')) as [number];
    return new AnsweringThread(worker, `${keys ? 'https' : 'http'}://127.0.0.1:${port}`);
  }

  /** From now on. */
  async give(answer: GivenAnswer | GivenBytes): Promise<void> {
    const given = once(this.worker, 'message');
    this.worker.postMessage('bytes' in answer ? answer : answerOf(answer));
    await Promise.race([given, this.ended]);
  }

  async stop(): Promise<void> {
    await this.worker.terminate();
  }
}

function answerOf({ status = 200, headers = {}, body }: GivenAnswer) {
  return { status, headers, body: Buffer.from(body) };
}
