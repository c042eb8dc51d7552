import { Agent, createServer, IncomingMessage, request, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const LOOK_EVERY_MS = 100;

/**
 * A simple load balancer: each request goes to the next instance that is ready, and to another one if the connection is
 * refused. It never repeats a sent request, which is the client's decision.
 */
export class LoadBalancer {
  private readonly server: Server;
  private readonly agent = new Agent({ keepAlive: true });
  private readonly looks: NodeJS.Timeout;
  private ready: string[] = [];
  private turn = 0;

  /** @param instances the URLs of all running instances */
  constructor(private readonly instances: () => readonly string[]) {
    this.server = createServer((incoming, answer) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => this.pass(incoming, Buffer.concat(chunks), answer, this.inTurn()));
    });
    this.looks = setInterval(() => void this.look(), LOOK_EVERY_MS);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async start(): Promise<void> {
    await this.look();
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    clearInterval(this.looks);
    this.agent.destroy();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async look(): Promise<void> {
    const instances = this.instances();
    const states = await Promise.all(instances.map(isReady));
    this.ready = instances.filter((_, nth) => states[nth]);
  }

  /** Returns all ready instances, the next one first. */
  private inTurn(): string[] {
    const first = this.ready.length === 0 ? 0 : this.turn++ % this.ready.length;
    return [...this.ready.slice(first), ...this.ready.slice(0, first)];
  }

  private pass(incoming: IncomingMessage, body: Buffer, answer: ServerResponse, to: readonly string[]): void {
    const [instance, ...others] = to;
    if (instance === undefined) return refuse(answer, 'no instance is ready');
    const { method, headers, url = '/' } = incoming;
    const { connection: _, ...passed } = headers;
    const onward = request(
      new URL(url, instance),
      { method, headers: passed, agent: this.agent },
      (reply) => {
        const { connection: __, 'keep-alive': ___, ...kept } = reply.headers;
        answer.writeHead(reply.statusCode ?? 502, kept);
        reply.pipe(answer);
      },
    );
    onward.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') this.pass(incoming, body, answer, others);
      else refuse(answer, `the connection to an instance broke: ${error.code ?? error.message}`);
    });
    onward.end(body);
  }
}

async function isReady(instance: string): Promise<boolean> {
  try {
    const answer = await fetch(`${instance}/health/ready`, { signal: AbortSignal.timeout(1000) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false; // stopped, or too slow to be used
  }
}

function refuse(answer: ServerResponse, why: string): void {
  if (answer.headersSent) return void answer.destroy();
  answer.writeHead(502, { 'content-type': 'text/plain' }).end(why);
}
