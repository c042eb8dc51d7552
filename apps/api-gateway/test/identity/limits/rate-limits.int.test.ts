import { GatewayUnderTest } from '../../gateway-under-test';
import { registerApp } from '../../registered-app';
import { appToken, managedToken } from '../../contract/minted-tokens';
import { RateLimiter } from '../../../src/identity/limits/rate-limiter';
import { windowAt } from '../../../src/identity/limits/shared-allowance';

const NEW_TOKEN = { name: 'another', scopes: ['profile:read'], financial_accounts: null };

let gateway: GatewayUnderTest;
let token: string;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start({
    TRUSTED_PROXIES: '127.0.0.1,::1',
    RATE_LIMIT_PER_MINUTE: '5',
    RATE_LIMIT_APPS_PER_MINUTE: '8',
    RATE_LIMIT_REFUSALS_PER_MINUTE: '3',
    RATE_LIMIT_PUBLIC_PER_MINUTE: '6',
    RATE_LIMIT_OAUTH_PER_MINUTE: '6',
    RATE_LIMIT_CLAIMS_PER_MINUTE: '6',
    RATE_LIMIT_NEW_TOKENS_PER_HOUR: '50',
    PERSONAL_TOKENS_MAX: '3',
    APP_TOKENS_MAX: '2',
    MANAGED_USERS_MAX: '2',
  });
  token = await gateway.token({ userId: await gateway.user('busy@example.org') });
});
afterAll(() => gateway.close());

/** One moment of one minute, whatever the clock on the wall does. */
let frozenMs = 1_800_000_000_000;

describe('the shared count', () => {
  it('covers all instances: exactly the limit passes', async () => {
    const instances = [1, 2, 3].map(() => new RateLimiter(gateway.database, 500, 60, () => frozenMs));
    const asked = Array.from({ length: 1500 }, (_, place) => instances[place % 3]!.spend('token:shared'));
    const allowed = (await Promise.all(asked)).filter(({ isAllowed }) => isAllowed);
    expect(allowed).toHaveLength(500);
    expect((await instances[0]!.spend('token:other')).isAllowed).toBe(true);
    frozenMs += 60_000;
    expect((await instances[0]!.spend('token:shared')).isAllowed).toBe(true);
  });

  it('is read rarely', async () => {
    const asked = jest.spyOn(gateway.database, 'query');
    const limiter = new RateLimiter(gateway.database, 500, 60, () => 1_900_000_000_000);
    for (let count = 0; count < 200; count += 1) await limiter.spend('token:busy');
    const counts = asked.mock.calls.filter(([sql]) => sql.includes('request_counts'));
    asked.mockRestore();
    expect(counts.length).toBeGreaterThan(0);
    expect(counts.length).toBeLessThanOrEqual(20);
  });
});

describe('requests with tokens', () => {
  const statusesOf = async (tokens: readonly string[], rounds: number): Promise<number[]> => {
    const statuses: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const token of tokens) statuses.push((await gateway.get('/user', token)).status);
    }
    return statuses;
  };
  /** A minute may end meanwhile, and a new one begin. */
  const passedOf = (statuses: readonly number[]) => statuses.filter((status) => status !== 429).length;

  it('of one user share one allowance, over all tokens; other users have their own', async () => {
    const userId = await gateway.user('many-tokens@example.org');
    const tokens = await Promise.all(Array.from({ length: 8 }, () => gateway.token({ userId })));
    const statuses = await statusesOf(tokens, 2);
    expect(passedOf(statuses)).toBeGreaterThanOrEqual(5);
    expect(passedOf(statuses)).toBeLessThanOrEqual(10);
    const other = await gateway.token({ userId: await gateway.user('other@example.org') });
    expect((await gateway.get('/user', other)).status).toBe(200);
  });

  it('of an app count for the user, and for the app’s owner together with all its other users', async () => {
    const ownerId = await gateway.user('developer@example.org');
    const [first, second, third] = await Promise.all([
      managedToken(gateway, ownerId),
      managedToken(gateway, ownerId),
      managedToken(gateway, ownerId),
    ]);
    const statuses = await statusesOf([first.token, second.token, third.token], 4);
    expect(passedOf(statuses)).toBeGreaterThanOrEqual(8);
    expect(passedOf(statuses.slice(0, 9))).toBeLessThanOrEqual(8);
    const own = await gateway.token({ userId: ownerId });
    expect((await gateway.get('/user', own)).status).toBe(200);
    const letIn = await appToken(gateway, ownerId, ['profile:read']);
    const { status, headers } = await gateway.get('/user', letIn);
    expect(status).toBe(429);
    expect(headers.get('ratelimit-limit')).toBe('8');
  });

  it('report how many are left, and when to retry once none are left', async () => {
    const answers = [];
    for (let count = 0; count < 11; count += 1) answers.push(await gateway.get('/user', token));
    const passed = answers.filter(({ status }) => status === 200);
    expect(passed.length).toBeGreaterThanOrEqual(5);
    expect(passed.length).toBeLessThanOrEqual(10);
    expect(passed[0]?.headers.get('ratelimit-limit')).toBe('5');
    expect(passed[0]?.headers.get('ratelimit-remaining')).toBe('4');
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body.message).toMatch(/^Too many requests\. Please try again in \d+ seconds?\.$/);
    expect(refused?.headers.get('retry-after')).toBe(refused?.headers.get('ratelimit-reset'));
    expect(Number(refused?.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  });
});

it('a network that keeps sending invalid tokens has to wait', async () => {
  const statuses = [];
  for (let count = 0; count < 8; count += 1) {
    statuses.push((await gateway.get('/user', `trb_pat_${count}`)).status);
  }
  expect(statuses[0]).toBe(401);
  expect(statuses).toContain(429);
});

let addresses = 0;

describe('routes that need no token', () => {
  /** From a network of its own, by way of a proxy that is trusted. */
  const ask = async (method: string, path: string, address: string) => {
    const answer = await fetch(`${gateway.url}${path}`, {
      method,
      redirect: 'manual',
      headers: { 'x-forwarded-for': address },
    });
    await answer.arrayBuffer(); // An unread long body would keep its connection open, and the gateway from stopping.
    return answer;
  };

  it.each([
    ['GET', '/sign-in'],
    ['POST', '/sign-up'],
    ['GET', '/erasures/none'],
    ['GET', '/pages.css'],
    ['GET', '/oauth/authorize'],
    ['POST', '/oauth/token'],
    ['POST', '/oauth/introspect'],
    ['GET', '/oauth/consent/none'],
    ['GET', '/.well-known/oauth-authorization-server'],
    ['POST', '/api/v1/simplefin/claim/none'],
    ['GET', '/api/v1/simplefin/accounts'],
    ['GET', '/api/v1/finance/connections/callback'],
    ['GET', '/api/v1/docs'],
    ['GET', '/api/v1/openapi.json'],
    ['GET', '/nowhere'],
  ])('%s %s is limited by network', async (method, path) => {
    const address = `198.51.100.${(addresses += 1)}`;
    const answers = [];
    for (let count = 0; count < 13; count += 1) answers.push(await ask(method, path, address));
    expect(answers[0]?.status).not.toBe(429);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask(method, path, `203.0.113.${addresses}`)).status).not.toBe(429);
  });

  it('are all limited, except the probes of orchestrators', async () => {
    const statuses = [];
    for (let count = 0; count < 13; count += 1) {
      statuses.push((await ask('GET', '/health/live', '198.51.100.99')).status);
    }
    expect(statuses).toEqual(statuses.map(() => 200));
  });
});

describe('tokens and apps', () => {
  const make = (token: string) =>
    gateway.request('/api/v1/tokens', { method: 'POST', token, body: NEW_TOKEN });

  it('are limited in number: beyond the limit the user gets that reason, and revoking one frees a slot', async () => {
    const userId = await gateway.user('collector@example.org');
    const token = await gateway.token({ userId });
    const answers = await Promise.all([make(token), make(token), make(token), make(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422]);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.body['message']).toBe('You have 3 tokens, as many as you may. Revoke one first.');
  });

  it('are limited by the hour', async () => {
    const userId = await gateway.user('maker@example.org');
    await gateway.database.execute(
      `insert into request_counts (subject, time_window, taken) values ($1, $2, 50), ($1, $3, 50)`,
      [`newTokens:${userId}`, ...[0, 3_600_000].map((later) => windowAt(Date.now() + later, 3600).window)],
    );
    const { status, headers } = await make(await gateway.token({ userId }));
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('of a user have a maximum: apps', async () => {
    const userId = await gateway.user('registrar@example.org');
    const wanted = {
      name: 'x',
      homepage: null,
      redirectUris: ['https://x.example/'],
      scopes: ['profile:read'] as const,
      confidential: true,
      managesUsers: true,
    };
    await registerApp(gateway.database, { userId }, wanted, 2);
    await registerApp(gateway.database, { userId }, wanted, 2);
    await expect(registerApp(gateway.database, { userId }, wanted, 2)).rejects.toThrow('You have 2 apps');
  });
});

describe('managed users of an app', () => {
  let client: { readonly clientId: string; readonly secret: string | null };
  beforeAll(async () => {
    client = await registerApp(
      gateway.database,
      { userId: await gateway.user('platform@example.org') },
      {
        name: 'Platform',
        homepage: null,
        redirectUris: ['https://x.example/'],
        scopes: ['profile:read'],
        confidential: true,
        managesUsers: true,
      },
    );
  });
  const ask = async (managed_user: string) => {
    const response = await fetch(`${gateway.url}/oauth/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${client.clientId}:${client.secret}`).toString('base64')}`,
        'x-forwarded-for': `198.51.100.${(addresses += 1)}`,
      },
      body: new URLSearchParams({ grant_type: 'client_credentials', managed_user, scope: 'profile:read' }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, string>, response };
  };

  it('have a maximum for each app; existing ones continue, and keep their newest tokens', async () => {
    const first = await Promise.all(['a', 'b', 'c', 'd'].map((name) => ask(name)));
    expect(first.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400]);
    const full = first.find(({ status }) => status === 400)?.body;
    expect(full?.['error']).toBe('invalid_request');
    expect(full?.['error_description']).toMatch(/manages 2 users, as many as an app may.*MANAGED_USERS_MAX/);
    const known = ['a', 'b', 'c', 'd'].find((_name, index) => first[index]?.status === 200) ?? '';
    const again = [await ask(known), await ask(known)];
    expect(again.map(({ status }) => status)).toEqual([200, 200]);
    const [counted] = await gateway.database.query<{ live: number }>(
      `select max(n)::int as live from (select count(*) as n from tokens where kind = 'MANAGED' group by grant_id) t`,
    );
    expect(counted?.live).toBe(2);
  });

  it('get tokens only within their app’s request limit', async () => {
    const answers = [];
    for (let count = 0; count < 17; count += 1) answers.push(await ask('nobody'));
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body['error']).toBe('temporarily_unavailable');
    expect(Number(refused?.response.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
