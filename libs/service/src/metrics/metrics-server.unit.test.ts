import { Server } from 'node:http';
import { AddressInfo } from 'node:net';
import { EnvironmentReader } from '../settings/environment';
import { listenFailure } from '../listen-failure';
import { openMetricsServer } from './metrics-server';
import { readMetricsSettings } from './serve-metrics';

const TOKEN = 'a-token-of-the-operator';

describe('/metrics', () => {
  let server: Server;
  const collected: unknown[] = [];
  const at = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const open = async (token: string | null, text = async () => 'a 1\n') => {
    server = await openMetricsServer({ port: 0, host: '127.0.0.1', token }, text, (error) =>
      collected.push(error),
    );
  };
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it('is for who has the token, where there is one', async () => {
    await open(TOKEN);
    const statusWith = async (authorization?: string) =>
      (await fetch(at('/metrics'), { headers: authorization === undefined ? {} : { authorization } })).status;
    expect(await statusWith()).toBe(401);
    for (const wrong of ['Bearer', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, TOKEN, `Bearer ${TOKEN.slice(1)}`])
      expect({ wrong, status: await statusWith(wrong) }).toEqual({ wrong, status: 401 });
    expect(await statusWith(`Bearer ${TOKEN}`)).toBe(200);
  });

  it('is Prometheus’ text, and the only thing there', async () => {
    await open(null);
    const response = await fetch(at('/metrics?name[]=a'));
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await response.text()).toBe('a 1\n');
    for (const path of ['/', '/metrics/', '/health/ready']) expect((await fetch(at(path))).status).toBe(404);
    expect((await fetch(at('/metrics'), { method: 'POST', body: 'x' })).status).toBe(405);
  });

  it('is 500 where collecting fails, without the error, which the process gets', async () => {
    await open(null, async () => {
      throw new Error('postgres://role:secret@host');
    });
    const response = await fetch(at('/metrics'));
    expect({ status: response.status, body: await response.text() }).toEqual({ status: 500, body: '' });
    expect(String(collected.at(-1))).toContain('secret');
  });

  it('at a port that is taken is refused with what to change', async () => {
    await open(null);
    const { port } = server.address() as AddressInfo;
    const second = openMetricsServer(
      { port, host: '127.0.0.1', token: null },
      async () => '',
      () => undefined,
    );
    const error = listenFailure(
      { service: 'rule-engine', setting: 'METRICS_PORT', port },
      await second.catch((cause: unknown) => cause),
    );
    expect(String(error)).toBe(
      `PortTakenError: port ${port} is used by another program: stop it, or set METRICS_PORT to another port (0: no metrics)`,
    );
  });
});

it('metrics are switched off unless a port is set, and a token is no short word', () => {
  expect(readMetricsSettings(new EnvironmentReader({})).port).toBe(0);
  const env = new EnvironmentReader({ METRICS_PORT: '9464', METRICS_TOKEN: 'secret' });
  readMetricsSettings(env);
  expect(() => env.check('rule-engine')).toThrow('METRICS_TOKEN must have 16 characters or more');
});
