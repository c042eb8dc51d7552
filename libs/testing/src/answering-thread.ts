import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** What the server answers, whatever it is asked. */
export interface GivenAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

const SERVER = `
const { createServer } = require('node:http');
const { parentPort } = require('node:worker_threads');
let given = { status: 200, headers: {}, body: Buffer.alloc(0) };
const server = createServer({ maxHeaderSize: 1 << 20 }, (request, response) => {
  request.resume();
  response.writeHead(given.status, { 'content-type': 'application/json', ...given.headers });
  response.end(given.body);
});
parentPort.on('message', ({ status, headers, body }) => {
  given = { status, headers, body: Buffer.from(body) };
  parentPort.postMessage('given');
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

/** An HTTP server in a thread of its own, so that its work is no work of the main thread, which is measured. */
export class AnsweringThread {
  private constructor(
    private readonly worker: Worker,
    readonly url: string,
  ) {}

  static async start(): Promise<AnsweringThread> {
    const worker = new Worker(SERVER, { eval: true });
    const [port] = (await once(worker, 'message')) as [number];
    return new AnsweringThread(worker, `http://127.0.0.1:${port}`);
  }

  /** From now on. */
  async give({ status = 200, headers = {}, body }: GivenAnswer): Promise<void> {
    const given = once(this.worker, 'message');
    this.worker.postMessage({ status, headers, body: Buffer.from(body) });
    await given;
  }

  async stop(): Promise<void> {
    await this.worker.terminate();
  }
}
