import { AddressInfo, connect, createServer, Server, Socket } from 'node:net';

/** The line between the gateway and Postgres, which a test may cut. */
export class DatabaseLine {
  private state: 'open' | 'cut' | 'silent' = 'open';
  private readonly sockets = new Set<Socket>();
  private onAnswer: () => void = () => undefined;

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {
    server.on('connection', (client) => this.join(client));
  }

  static async to(databaseUrl: string): Promise<DatabaseLine> {
    const server = createServer();
    const line = new DatabaseLine(server, new URL(databaseUrl));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return line;
  }

  /** The database's URL by way of this line. */
  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String((this.server.address() as AddressInfo).port);
    return url.toString();
  }

  /** Every connection breaks, and none can be made. */
  cut(): void {
    this.state = 'cut';
    for (const socket of this.sockets) socket.destroy();
  }

  /** Cuts it in the middle of the work: when so many more answers of the database have come through. */
  async cutAfter(answers: number): Promise<void> {
    await new Promise<void>((resolve) => {
      let left = answers;
      this.onAnswer = () => (left -= 1) < 0 && resolve();
    });
    this.cut();
  }

  /** Connections stay and can be made, but nothing comes through any more. */
  silence(): void {
    this.state = 'silent';
    for (const socket of this.sockets) socket.unpipe().pause();
  }

  /** As before; what hung in silence is broken off. */
  mend(): void {
    for (const socket of this.sockets) socket.destroy();
    this.state = 'open';
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(client: Socket): void {
    this.keep(client);
    if (this.state === 'cut') client.destroy();
    if (this.state !== 'open') return;
    const server = this.keep(connect(Number(this.target.port), this.target.hostname));
    client.pipe(server).pipe(client);
    server.on('data', () => this.onAnswer());
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
  }

  private keep(socket: Socket): Socket {
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    return socket;
  }
}
