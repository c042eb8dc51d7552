import { SERVICES, ServiceName } from '@tributary/contracts';
import { describeKafka, eventually, freePort } from '@tributary/testing';
import { readFaultSettings } from './fault-settings';
import { SystemUnderFault } from './system-under-fault';

const settings = { ...readFaultSettings(), institution: 'BERKA_5' };
jest.setTimeout(600_000);

const PATIENT = { timeoutMs: 90_000, intervalMs: 100 };
/** No read is refused for longer after the gateway was killed, on a quiet machine; a busy one is not judged. */
const READS_REFUSED_MS_MAX = 2000;

interface Started {
  readonly name: ServiceName;
  readonly url: string;
  /** Resolves when it has joined the bus. */
  readonly ready: Promise<void>;
}

/** Every service is started while another part is down: it says so, does what it can, and is ready when the part is back. */
describeKafka('a service that starts while another part is down', () => {
  let under: SystemUnderFault;
  let gatewayPort: number;

  beforeAll(async () => {
    under = await SystemUnderFault.start(settings);
    gatewayPort = Number(new URL(under.apiUrl).port);
  });
  afterAll(() => under?.stop());

  async function startAll(names: readonly ServiceName[]): Promise<Started[]> {
    return Promise.all(
      names.map(async (name) => {
        const port = name === 'api-gateway' ? gatewayPort : await freePort();
        const ready = under.service(name).start(undefined, { PORT: String(port) });
        ready.catch(() => undefined); // awaited by each test
        return { name, url: `http://127.0.0.1:${port}`, ready };
      }),
    );
  }

  /** While a part is down; it is back afterwards, whatever failed. */
  async function whileDown(
    part: { kill(): Promise<void>; restart(): Promise<void> },
    statements: () => Promise<void>,
  ): Promise<void> {
    await part.kill();
    try {
      await statements();
    } finally {
      await part.restart();
    }
  }

  const killAll = () => Promise.all(under.services.map((service) => service.kill()));
  const others = SERVICES.filter((name) => name !== 'api-gateway');

  async function health(url: string, path: 'live' | 'serving' | 'ready') {
    const answer = await fetch(`${url}/health/${path}`, { headers: { connection: 'close' } });
    const body = (await answer.json()) as { reasons?: Record<string, string> };
    return { status: answer.status, reasons: body.reasons ?? {} };
  }

  async function untilReady(started: readonly Started[]): Promise<void> {
    await Promise.all(started.map(({ ready }) => ready));
    for (const { name, url } of started)
      await eventually(
        async () => expect([name, (await health(url, 'ready')).status]).toEqual([name, 200]),
        PATIENT,
      );
  }

  const read = () => under.rest.GET('/finance/accounts', { params: { query: {} } });
  const write = () => under.rest.POST('/rules', { body: rule() });

  it('Kafka: all serve, the gateway reads, and a write is refused in words', async () => {
    await killAll();
    let started: Started[] = [];
    await whileDown(under.broker, async () => {
      started = await startAll(SERVICES);
      for (const { name, url } of started) {
        await eventually(
          async () => expect([name, (await health(url, 'serving')).status]).toEqual([name, 200]),
          PATIENT,
        );
        expect([name, (await health(url, 'live')).status]).toEqual([name, 200]);
        const { status, reasons } = await health(url, 'ready');
        expect([name, status, Object.keys(reasons)]).toEqual([name, 503, ['bus']]);
      }
      expect((await read()).response.status).toBe(200);
      const refused = await write();
      expect([refused.response.status, refused.error?.message]).toEqual([
        503,
        expect.stringMatching(/message bus .*nothing was changed/) as string,
      ]);
    });
    await untilReady(started);
    expect((await write()).response.status).toBe(201);
    expect((await under.settle()).left).toEqual([]);
  });

  it('PostgreSQL: all live and say so, and work when it is back', async () => {
    await killAll();
    let started: Started[] = [];
    await whileDown(under.postgres, async () => {
      started = await startAll(SERVICES);
      for (const { name, url } of started) {
        await eventually(
          async () => expect([name, (await health(url, 'live')).status]).toEqual([name, 200]),
          PATIENT,
        );
        await eventually(async () => {
          const { status, reasons } = await health(url, 'ready');
          expect([name, status, Object.keys(reasons)]).toEqual([name, 503, ['process', 'database']]);
        }, PATIENT);
        expect([name, (await health(url, 'serving')).status]).toEqual([name, 503]);
      }
      expect((await read()).response.status).toBe(503);
    });
    await untilReady(started);
    expect((await read()).response.status).toBe(200);
    expect((await write()).response.status).toBe(201);
    expect((await under.settle()).left).toEqual([]);
  });

  it('the gateway: the others do their work without it', async () => {
    await killAll();
    const started = await startAll(others);
    await untilReady(started);
    await under.service('api-gateway').start();
    expect((await write()).response.status).toBe(201);
    expect((await under.settle()).left).toEqual([]);
  });

  it('nothing: a killed gateway reads again, before its dead member has left the group', async () => {
    const gateway = under.service('api-gateway');
    await gateway.kill();
    const beganAt = performance.now();
    const ready = gateway.start();
    const first: Record<string, number> = {};
    const msTo = async (what: string, attempt: () => Promise<unknown>) => {
      await eventually(attempt, { ...PATIENT, intervalMs: 10 });
      first[what] = Math.round(performance.now() - beganAt);
    };
    const serving = async (path: 'live' | 'serving') =>
      expect((await health(under.apiUrl, path)).status).toBe(200);
    await msTo('live', () => serving('live'));
    await msTo('serving', () => serving('serving'));
    await msTo('read', async () => expect((await read()).response.status).toBe(200));
    await msTo('write', async () => expect((await write()).response.status).toBe(201));
    await ready;
    first['joined'] = Math.round(performance.now() - beganAt);
    process.stdout.write(`a gateway killed and started again, ms: ${JSON.stringify(first)}\n`);
    if (settings.full) expect(first['read']).toBeLessThan(READS_REFUSED_MS_MAX);
    expect(first['read']).toBeLessThan(first['joined']);
    expect((await under.audit()).findings).toEqual([]);
  });
});

function rule() {
  return {
    name: 'never applies',
    scope: 'ANY' as const,
    enabled: false,
    actions: [
      { action_type: 'SET_FIELD' as const, field_name: 'mapped_fields.description' as const, value: 'x' },
    ],
  };
}
