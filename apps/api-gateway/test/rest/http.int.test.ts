import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { PlatformModule } from '@tributary/service';
import { InProcessBroker } from '@tributary/messaging';
import {
  AccountUpsertedV1,
  BalanceSnapshottedV1,
  RuleUpsertedV1,
  TransferLinkUpsertedV1,
} from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { AccessModule } from '../../src/identity/access/access.module';
import { RestModule } from '../../src/rest/rest.module';
import { GatewayUnderTest } from '../gateway-under-test';
import { accountOf, linkOf } from '../samples';

let gateway: GatewayUnderTest;
let userId: number;
let token: string;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start({
    PUBLIC_URL: 'https://api.example/',
    BODY_BYTES_MAX: '2048',
    REQUEST_TIMEOUT_MS: '1500',
  });
  userId = await gateway.user('owner@example.com');
  token = await gateway.token({ userId });
});
afterAll(() => gateway.close());

describe('an unreadable request', () => {
  const post = (body: string, headers: Record<string, string>) =>
    gateway.request('/api/v1/webhooks', { method: 'POST', token, body, headers });
  const json = { 'content-type': 'application/json' };

  it('is 422 on the body if it is not JSON', async () => {
    for (const text of ['{', '{"a":}', 'null', '"x"']) {
      const { status, body } = await post(text, json);
      expect(status).toBe(422);
      expect(body.errors).toHaveProperty('body');
    }
  });

  it('is 413 if it is too large', async () => {
    expect((await post(JSON.stringify({ url: 'x'.repeat(3000) }), json)).status).toBe(413);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'is 415 if it is %s',
    async (type) => {
      const { status, body } = await post('url=x', { 'content-type': type });
      expect(status).toBe(415);
      expect(body).toEqual({
        message: 'The request body must be application/json.',
        docs_url: 'https://api.example/docs/errors/unreadable-request',
      });
    },
  );

  it('is 404 for an unknown path, and 405 if the path does not support the method', async () => {
    for (const path of ['/nope', '/api/v1/nope', '/api/v2/finance/transactions']) {
      expect(await gateway.request(path, { token })).toMatchObject({
        status: 404,
        body: { message: 'Resource not found.' },
      });
    }
    const { status, headers } = await gateway.request('/api/v1/webhooks', { method: 'DELETE', token });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  });
});

describe('every answer', () => {
  it('forbids caches and sniffing', async () => {
    for (const path of ['/api/v1/finance/accounts', '/nope', '/health/live']) {
      const { headers } = await gateway.request(path, { token });
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('links to the operator’s published address, with the whole query', async () => {
    const { body } = await gateway.list('/finance/accounts?sort=name&page[size]=1', token);
    expect(body.links.first).toBe(
      'https://api.example/api/v1/finance/accounts?sort=name&page%5Bsize%5D=1&page%5Bnumber%5D=1',
    );
    expect(body.meta.path).toBe('https://api.example/api/v1/finance/accounts');
  });
});

describe('GET /finance/accounts', () => {
  beforeAll(async () => {
    await gateway.publish(AccountUpsertedV1, 17, accountOf(userId, 17, { name: 'b' }));
    await gateway.publish(
      AccountUpsertedV1,
      18,
      accountOf(userId, 18, { name: 'A', integrator: 'PROVIDER_B' }),
    );
    await gateway.publish(AccountUpsertedV1, 19, accountOf(userId, 19, { name: null, enabled: false }));
    await gateway.publish(BalanceSnapshottedV1, 17, { ...BalanceSnapshottedV1.sample, userId });
    await gateway.publish(TransferLinkUpsertedV1, 17, linkOf(userId, 8, 17));
    const rule = RuleUpsertedV1.sample;
    const document = { ...rule.document, financial_accounts: [{ id: 17, position: 3 }] };
    await gateway.publish(RuleUpsertedV1, 5, { ...rule, userId, document });
  });

  const ids = async (query: string) =>
    (await gateway.list(`/finance/accounts?${query}`, token)).body.data.map(({ id }) => id);

  it('sorts, nulls last, and filters', async () => {
    expect(await ids('sort=name')).toEqual(['18', '17', '19']);
    expect(await ids('sort=-name')).toEqual(['17', '18', '19']);
    expect(await ids('')).toEqual(['19', '18', '17']);
    expect(await ids('filter[integrator]=PROVIDER_B,PROVIDER_C')).toEqual(['18']);
    expect(await ids('filter[enabled]=no')).toEqual(['19']);
    expect(await ids('sort=id&page[size]=2&page[number]=2')).toEqual(['19']);
    expect((await gateway.get('/finance/accounts?filter[integrator]=PROVIDER_X', token)).status).toBe(422);
  });

  it('shows every field, with rules and links', async () => {
    const { body } = await gateway.get('/finance/accounts/17?include=financial_connection', token);
    expect(body.data).toMatchObject({
      id: '17',
      financial_connection_id: '3',
      financial_connection: null,
      enabled: 'true',
      meta: '',
      cash_balance: null,
      balance: { cleared: '1204.10', available: 0 },
      rules: [{ order: 3, rule: { id: '5' } }],
      transfer_links: [{ id: '8', active: 'true' }],
      transfer_links_count: '1',
      transactions_backfill_cursor: '2025-12-03',
      config: { sync_auto: true },
      health: { status: 'HEALTHY' },
    });
  });

  it('shows only the parts that the token may read', async () => {
    const limited = await gateway.token({ userId, scopes: ['accounts:read'] });
    const { body } = await gateway.get('/finance/accounts/17', limited);
    for (const hidden of ['iban', 'owner_name', 'integrator_id', 'rules', 'transfer_links']) {
      expect(body.data).not.toHaveProperty(hidden);
    }
    expect(body.data).toHaveProperty('meta', '');
  });
});

describe('a route without scopes', () => {
  @Controller('open')
  class OpenController {
    @Get()
    open(): string {
      return 'anyone';
    }
  }

  it('keeps the gateway from starting', async () => {
    @Module({
      imports: [
        PlatformModule.register({
          config: gateway.config,
          runtime: { broker: new InProcessBroker() },
          migrations: [],
        }),
        RestModule.register(gateway.config),
        AccessModule,
      ],
      controllers: [OpenController],
    })
    class Careless {}
    const app = await NestFactory.create(Careless, new FastifyAdapter(), {
      logger: false,
      abortOnError: false,
    });
    await expect(app.init()).rejects.toThrow(/OpenController\.open/);
    await app.close();
  });
});

describe('while Postgres is down', () => {
  afterEach(() => gateway.databaseLine.mend());

  it('requests are 503 with Retry-After and readiness says so; afterwards both recover', async () => {
    gateway.databaseLine.cut();
    for (let times = 0; times < 12; times += 1) {
      const away = await gateway.request('/api/v1/finance/accounts', { token });
      expect(away.status).toBe(503);
      expect(away.headers.get('retry-after')).not.toBeNull();
      expect(Object.keys(away.body)).toEqual(['message', 'docs_url']);
    }
    expect((await gateway.request('/health/ready')).status).toBe(503);
    expect((await gateway.request('/health/live')).status).toBe(200);
    gateway.databaseLine.mend();
    await eventually(async () =>
      expect((await gateway.request('/api/v1/finance/accounts', { token })).status).toBe(200),
    );
  });

  it('running requests are answered as usual, or with 503', async () => {
    const paths = ['/finance/accounts', '/finance/transactions', '/rules', '/user'];
    const ask = (path: string) => gateway.request(`/api/v1${path}`, { token });
    const seen = new Set<number>();
    // Each round breaks the connections at another moment of the requests: while they sign in, wait, or read.
    for (let answered = 0; answered < 20; answered += 1) {
      const isCut = gateway.databaseLine.cutAfter(answered);
      const answers = [...paths, ...paths, ...paths].map(ask);
      await isCut;
      for (const { status } of await Promise.all([...answers, ...paths.map(ask)])) seen.add(status);
      gateway.databaseLine.mend();
      await eventually(async () => expect((await ask('/finance/accounts')).status).toBe(200));
    }
    expect([...seen].filter((status) => status !== 200)).toEqual([503]);
  });

  it('a request does not hang even if the database accepts connections and never answers', async () => {
    gateway.databaseLine.silence();
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => gateway.request('/api/v1/finance/accounts', { token })),
    );
    for (const { status, headers } of answers) {
      expect(status).toBe(503);
      expect(headers.get('retry-after')).not.toBeNull();
    }
    gateway.databaseLine.mend();
    await eventually(async () =>
      expect((await gateway.request('/api/v1/finance/accounts', { token })).status).toBe(200),
    );
  });
});
