import { createHmac } from 'node:crypto';
import { DEFAULT_PROVIDER_C_PERSONAL_KEY } from '../../src/sandbox-options';
import { call, SandboxFixture, withDataDir, type Json } from '../sandbox.fixture';
import type { ProviderCKey } from '../../src/provider-c/signatures';

const REDIRECT = 'https://client.example/callback';

let shared: SandboxFixture;
let fixture: SandboxFixture;
beforeAll(async () => {
  shared = await SandboxFixture.start();
});
beforeEach(async () => {
  fixture = shared;
  await fixture.reset();
});
afterEach(async () => {
  if (fixture !== shared) await fixture.close();
});
afterAll(() => shared.close());

interface Asked {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Json;
  readonly key?: ProviderCKey;
  readonly timestamp?: number;
  /** Sent instead of what was signed. */
  readonly sentQuery?: string;
}

/** Signs as the published guide says, written down independently of the connector. */
async function ask(method: string, path: string, asked: Asked = {}) {
  const { providerCUrl, credentials } = fixture.sandbox;
  const key = asked.key ?? credentials.providerC;
  const timestamp = String(asked.timestamp ?? Math.floor(Date.now() / 1000));
  const query = new URLSearchParams({ clientId: key.clientId, timestamp, ...asked.query }).toString();
  const url = new URL(`${providerCUrl}${path}`);
  const content = asked.body ? sorted(asked.body) : 'null';
  const message = `{"content":${content},"path":${JSON.stringify(url.pathname)},"query":${JSON.stringify(query)}}`;
  const signature = createHmac('sha256', key.consumerKey).update(message).digest('base64');
  const response = await fetch(`${url.href}?${asked.sentQuery ?? query}`, {
    method,
    headers: { signature, ...(asked.body ? { 'content-type': 'application/json' } : {}) },
    body: asked.body ? JSON.stringify(asked.body) : undefined,
  });
  const text = await response.text();
  const body = (text === '' ? {} : JSON.parse(text)) as Json & { data: Json[]; pagination: Json };
  return { status: response.status, headers: response.headers, body, text };
}

function sorted(body: Json): string {
  return JSON.stringify(Object.fromEntries(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1))));
}

async function registered(userId = 'user-1'): Promise<Record<string, string>> {
  const { body } = await ask('POST', '/snapTrade/registerUser', { body: { userId } });
  return { userId, userSecret: String(body['userSecret']) };
}

async function connected(query: Record<string, string>, broker = 'FERRY_LANE', key?: ProviderCKey) {
  const body = { broker, customRedirect: `${REDIRECT}?state=s1`, connectionType: 'read' };
  const login = await ask('POST', '/snapTrade/login', { query, body, ...(key ? { key } : {}) });
  const { headers } = await call('GET', String(login.body['redirectURI']));
  const { searchParams } = new URL(headers.get('location') ?? '');
  expect(Object.fromEntries(searchParams)).toMatchObject({ state: 's1', status: 'SUCCESS' });
  return searchParams.get('connection_id') ?? '';
}

async function firstAccount(query: Record<string, string>, connection: string, key?: ProviderCKey) {
  const path = `/authorizations/${connection}/accounts`;
  const { text } = await ask('GET', path, { query, ...(key ? { key } : {}) });
  return (JSON.parse(text) as { id: string }[])[0]?.id ?? '';
}

describe('a request', () => {
  it('is accepted only with its own signature', async () => {
    expect((await ask('GET', '/brokerages')).status).toBe(200);
    const { clientId } = fixture.sandbox.credentials.providerC;
    const now = Math.floor(Date.now() / 1000);
    const refusals = [
      await ask('GET', '/brokerages', { sentQuery: `timestamp=${now}&clientId=${clientId}` }),
      await ask('GET', '/brokerages', { timestamp: now - 3600 }),
      await ask('GET', '/brokerages', {
        key: { clientId, consumerKey: 'another', kind: 'commercial' },
      }),
      await ask('GET', '/brokerages', { key: { clientId: 'nobody', consumerKey: 'x', kind: 'commercial' } }),
    ];
    for (const { status, body } of refusals) expect([status, body['code']]).toEqual([401, '1076']);
  });

  it('under the older prefix gets a warning', async () => {
    const { status, headers } = await ask('GET', '/api/v1/brokerages');
    expect([status, headers.get('deprecation')]).toEqual([200, '@1781222400']);
  });

  it('beyond the minute’s limit is refused with the time to wait', async () => {
    await fixture.control('PUT', '/provider-c/limits', { per_minute: 2 });
    const answers = [await ask('GET', '/brokerages'), await ask('GET', '/brokerages')];
    expect(answers.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['1', '0']);
    const { status, body, headers } = await ask('GET', '/brokerages');
    expect(status).toBe(429);
    expect(body['detail']).toMatch(/Expected available in \d+ seconds/);
    expect(Number(headers.get('x-ratelimit-reset'))).toBeGreaterThan(0);
  });
});

describe('users and connections', () => {
  it('require the user’s own secret', async () => {
    const query = await registered();
    const connection = await connected(query);
    expect((await ask('POST', '/snapTrade/registerUser', { body: { userId: 'user-1' } })).status).toBe(400);
    const wrong = await ask('GET', '/authorizations', { query: { ...query, userSecret: 'guessed' } });
    expect([wrong.status, wrong.body['code']]).toEqual([401, '1083']);
    const other = await registered('user-2');
    expect((await ask('GET', `/authorizations/${connection}`, { query: other })).status).toBe(404);
    await ask('DELETE', '/snapTrade/deleteUser', { query: { userId: 'user-1' } });
    expect((await ask('GET', '/authorizations', { query })).body['code']).toBe('0000');
  });

  it('give accounts other ids when a connection is made again, and the same ids when it is repaired', async () => {
    const query = await registered();
    const connection = await connected(query);
    const account = await firstAccount(query, connection);
    expect(await connected(query)).toBe(connection);
    expect((await ask('DELETE', `/authorizations/${connection}`, { query })).status).toBe(404); // its former path
    expect((await ask('DELETE', `/connection/${connection}`, { query })).body).toMatchObject({
      connection_id: connection,
    });
    const again = await connected(query);
    expect(await firstAccount(query, again)).not.toBe(account);
  });

  it('outlive a restart', async () => {
    await withDataDir(async (dataDir) => {
      fixture = await SandboxFixture.start({ dataDir });
      const query = await registered();
      const connection = await connected(query);
      await fixture.close();
      fixture = await SandboxFixture.start({ dataDir });
      expect((await ask('GET', `/authorizations/${connection}`, { query })).status).toBe(200);
    });
  });

  it('of a personal key need no user, and their accounts have their own limit', async () => {
    const key = DEFAULT_PROVIDER_C_PERSONAL_KEY;
    const account = await firstAccount({}, await connected({}, 'FERRY_LANE', key), key);
    const answers = [];
    for (let call = 0; call < 11; call += 1) {
      answers.push(await ask('GET', `/accounts/${account}/balances`, { key }));
    }
    expect(answers[9]?.headers.get('x-ratelimit-account-remaining')).toBe('0');
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(10).fill(200), 429]);
  });
});

describe('activities', () => {
  it('are listed newest first, by window and page, with their total', async () => {
    const query = await registered();
    const account = await firstAccount(query, await connected(query));
    const path = `/accounts/${account}/activities`;
    const all = await ask('GET', path, { query });
    const days = all.body.data.map((row) => String(row['trade_date']).slice(0, 10));
    expect(days).toEqual([...days].sort().reverse());
    expect(all.body.pagination).toEqual({ offset: 0, limit: 1000, total: all.body.data.length });
    const page = await ask('GET', path, { query: { ...query, offset: '2', limit: '3' } });
    expect(page.body.data).toEqual(all.body.data.slice(2, 5));
    const [from, to] = [days[20] ?? '', days[5] ?? ''];
    const window = await ask('GET', path, { query: { ...query, startDate: from, endDate: to } });
    expect(window.body.data).toEqual(
      all.body.data.filter((_, place) => (days[place] ?? '') >= from && (days[place] ?? '') <= to),
    );
    expect((await ask('GET', path, { query: { ...query, startDate: 'soon' } })).status).toBe(400);
  });

  it('have the same history of every kind at every start', async () => {
    const query = await registered();
    const path = `/accounts/${await firstAccount(query, await connected(query))}/activities`;
    const kinds = new Set((await ask('GET', path, { query })).body.data.map((row) => row['type']));
    for (const kind of ['BUY', 'SELL', 'DIVIDEND', 'FEE', 'TAX', 'INTEREST', 'FXT', 'SPLIT', 'TRANSFER']) {
      expect(kinds).toContain(kind);
    }
    expect(kinds).toContain('OPTIONEXPIRATION');
    expect(kinds).toContain('EXTERNAL_ASSET_TRANSFER_IN');
    const before = (await fixture.control('GET', '/ledger/provider-c')).body['accounts'] as Json[];
    fixture = await SandboxFixture.start();
    const after = (await fixture.control('GET', '/ledger/provider-c')).body['accounts'] as Json[];
    const truth = ({ key, activity_ids, cash, positions }: Json) => ({ key, activity_ids, cash, positions });
    expect(after.map(truth)).toEqual(before.map(truth));
  });
});
