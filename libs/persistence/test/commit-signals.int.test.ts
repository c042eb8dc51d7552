import { createTestDatabase, eventually, TestDatabase } from '@tributary/testing';
import { connect, createServer, Server, Socket } from 'node:net';
import { Client } from 'pg';
import { CommitSignals } from '../src';

const CHANNELS = ['first', 'second', 'third', 'fourth'];
const NEVER_MS = 600_000;
let server: TestDatabase;
let admin: Client;
let signals: CommitSignals;
let calls: Map<string, number>;

beforeAll(async () => {
  server = await createTestDatabase('commit_signals');
  admin = new Client({ connectionString: server.url });
  await admin.connect();
});
beforeEach(() => {
  calls = new Map();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await signals.close();
});
afterAll(async () => {
  await admin.end();
  await server.drop();
});

function listenOn(channels: readonly string[]): void {
  for (const channel of channels)
    signals.on(channel, () => calls.set(channel, (calls.get(channel) ?? 0) + 1));
}

function notify(channel: string): Promise<unknown> {
  return admin.query(`select pg_notify($1, '')`, [`${channel}_public`]);
}

/** Each connect calls the listeners once. */
async function called(channels: readonly string[], atLeast = 1): Promise<void> {
  await eventually(() => {
    for (const channel of channels) expect(calls.get(channel) ?? 0).toBeGreaterThanOrEqual(atLeast);
  });
}

it('listeners that come while others are registered cause one statement at a time, and all are called', async () => {
  let underWay = 0;
  let mostAtOnce = 0;
  const send: unknown = Reflect.get(Client.prototype, 'query');
  if (typeof send !== 'function') throw new Error('the driver has no query');
  jest.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...words: unknown[]) {
    mostAtOnce = Math.max(mostAtOnce, (underWay += 1));
    const answer: unknown = Reflect.apply(send, this, words);
    const ended = (): unknown => (underWay -= 1);
    void Promise.resolve(answer).then(ended, ended);
    return answer as never;
  });
  signals = new CommitSignals(server.url, 'public');
  listenOn(['early']);
  await called(['early']);
  listenOn(CHANNELS); // as the workers of a service do when it starts
  await called(CHANNELS);
  expect(mostAtOnce).toBe(1);
  jest.restoreAllMocks();
  calls.clear();
  for (const channel of CHANNELS) await notify(channel);
  await called(CHANNELS);
});

it('all listeners are called when a connection that the server closed is restored', async () => {
  signals = new CommitSignals(server.url, 'public', { probe: { everyMs: NEVER_MS, answerMs: NEVER_MS } });
  listenOn(CHANNELS);
  await called(CHANNELS);
  calls.clear();
  const ended = await admin.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where application_name = 'public-signals' and datname = current_database()`,
  );
  expect(ended.rows).toHaveLength(1);
  await called(CHANNELS);
});

it('a connection that silently stopped answering is replaced, and all listeners are called', async () => {
  const network = await Network.to(server.url);
  signals = new CommitSignals(network.url, 'public', { probe: { everyMs: 50, answerMs: 1000 } });
  listenOn(CHANNELS);
  await called(CHANNELS);
  network.loseAll();
  calls.clear();
  await called(CHANNELS);
  await network.close();
});

/** A way to the server whose connections can be lost without a word to either side. */
class Network {
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly relay: Server,
    readonly url: string,
  ) {}

  static async to(url: string): Promise<Network> {
    const { hostname, port } = new URL(url);
    const relay = createServer();
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
    const address = relay.address();
    if (address === null || typeof address === 'string') throw new Error('the relay has no port');
    const through = new URL(url);
    through.hostname = '127.0.0.1';
    through.port = String(address.port);
    const network = new Network(relay, through.href);
    relay.on('connection', (near) => {
      const far = connect(Number(port), hostname);
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        network.sockets.add(socket);
        socket.on('error', () => other.destroy());
        socket.pipe(other);
      }
    });
    return network;
  }

  loseAll(): void {
    for (const socket of this.sockets) socket.unpipe().resume();
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.relay.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }
}
