import { connect, type Socket } from 'node:net';

/** A client of `GET /stream` that notes when it received each change, by its id. */
export class Listener {
  readonly receivedAt = new Map<string, number>();
  isCut = false;
  private rest = '';

  private constructor(private readonly socket: Socket) {
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => this.take(text));
    socket.on('error', () => undefined); // being cut
    socket.on('close', () => (this.isCut = true));
  }

  /** Resolves once the stream has begun. */
  static async open(url: string, token: string): Promise<Listener> {
    const { hostname, port, pathname } = new URL(`${url}/stream`);
    const socket = connect({ host: hostname, port: Number(port) });
    const head = [
      `GET ${pathname} HTTP/1.1`,
      `host: ${hostname}`,
      'accept: text/event-stream',
      `authorization: Bearer ${token}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    const begun = await new Promise<string>((resolve, reject) => {
      socket.once('data', (bytes) => resolve(bytes.toString()));
      socket.once('error', reject);
    });
    if (!begun.startsWith('HTTP/1.1 200')) throw new Error(`the stream answered ${begun.slice(0, 40)}`);
    return new Listener(socket);
  }

  stopReading(): void {
    this.socket.pause();
  }

  readOn(): void {
    this.socket.resume();
  }

  close(): void {
    this.socket.destroy();
  }

  private take(text: string): void {
    const now = performance.now();
    const lines = (this.rest + text).split('\n');
    this.rest = lines.pop() ?? '';
    for (const line of lines) {
      const [, id] = /^data: .*"ids":\["(\d+)"/.exec(line) ?? [];
      if (id !== undefined) this.receivedAt.set(id, now);
    }
  }
}
