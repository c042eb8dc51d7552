import {
  AccountUpsertedV1,
  CanonicalEvent,
  DeleteWebhookEndpoint,
  DeliveryStatus,
  EventPayload,
  RecoverDeliveries,
  RedeliverWebhook,
  RotateWebhookSecret,
  RuleUpsertedV1,
  sampleData,
  SendTestEvent,
  UpdateWebhookEndpoint,
  WebhookDeliveredV1,
  WebhookEndpointUpsertedV1,
  WebhookEventRecordedV1,
} from '@tributary/contracts';
import { Consumption } from '@tributary/messaging';
import { fake, GatewayUnderTest } from '../../gateway-under-test';
import { accountOf } from '../../samples';

type Endpoint = EventPayload<typeof WebhookEndpointUpsertedV1>;
type Fields = Record<string, unknown>;

const TIME = '2026-03-02T06:10:00.000Z';

let gateway: GatewayUnderTest;
let userId: number;
let token: string;
let restricted: string;
let owner: Consumption | null = null;

const endpoint = (id: number, document: Partial<Endpoint['document']> = {}, version = 1): Endpoint => {
  const { sample } = WebhookEndpointUpsertedV1;
  return { ...sample, id, userId, version, document: { ...sample.document, ...document } };
};

function delivered(id: number, version: number, status: DeliveryStatus, endpointId = 31) {
  const [sample] = WebhookDeliveredV1.sample.deliveries;
  if (!sample?.attempt) throw new Error('the sample has an attempt');
  const attempt = { ...sample.attempt, number: version };
  const delivery = { ...sample, id, version, status, messageId: `msg_${id}`, attempts: version, attempt };
  return { endpointId, userId, deliveries: [delivery] };
}

const recorded = (
  id: number,
  type: CanonicalEvent,
  accountId: number | null,
  connectionId: number | null = null,
  further: { readonly ruleId?: number; readonly data?: Fields } = {},
) => ({
  userId,
  events: [
    {
      id,
      type,
      financialAccountId: accountId,
      connectionId,
      createdAt: TIME,
      data: { ...sampleData(type) },
      ...further,
    },
  ],
});

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  userId = await gateway.user('hooks@example.com');
  const strangerId = await gateway.user('stranger@example.com');
  token = await gateway.token({ userId });
  restricted = await gateway.token({
    userId,
    scopes: ['webhooks:read', 'webhooks:write', 'accounts:read'],
    accountIds: [17],
  });
  await gateway.publish(AccountUpsertedV1, 17, accountOf(userId, 17));
  await gateway.publish(AccountUpsertedV1, 18, accountOf(userId, 18, { financial_connection_id: 4 }));
  for (const one of [
    endpoint(31),
    endpoint(32, { url: 'https://flow.example/hook', type: 'AUTOMATION_B', financial_account_ids: [17] }),
    endpoint(33, { financial_account_ids: [17, 18], enabled: false }),
    { ...endpoint(34), userId: strangerId },
  ]) {
    await gateway.publish(WebhookEndpointUpsertedV1, one.id, one);
  }
  await gateway.publish(WebhookDeliveredV1, 31, delivered(1, 1, 'PENDING'));
  await gateway.publish(WebhookDeliveredV1, 31, delivered(1, 2, 'DELIVERED'), delivered(2, 1, 'FAILED'));
  await gateway.publish(
    WebhookEventRecordedV1,
    userId,
    recorded(901, 'transactions.created', 17),
    recorded(902, 'account.updated', 18),
    recorded(903, 'connection.activated', null, 3),
    recorded(904, 'connection.expired', null, 4),
    recorded(905, 'balance.updated', 17),
  );
});
afterEach(async () => {
  await owner?.stop();
  owner = null;
});
afterAll(() => gateway.close());

const ids = (rows: readonly unknown[]): unknown[] => rows.map((row) => (row as Fields)['id']);
const send = (method: string, path: string, body?: unknown, by = token) =>
  gateway.request(`/api/v1${path}`, { method, body, token: by });

describe('GET /webhooks', () => {
  it('lists the caller’s endpoints, never with a secret', async () => {
    const { body } = await gateway.list('/webhooks', token);
    expect(ids(body.data)).toEqual(['33', '32', '31']);
    expect(body.data[2]).toMatchObject({ enabled: true, financial_accounts: null, payload_version: 'v2' });
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  it.each([
    ['filter[url]=https://flow.example/hook', ['32']],
    ['filter[type]=AUTOMATION_B', ['32']],
    ['filter[enabled]=false', ['33']],
    ['filter[event]=transactions.updated&sort=id', ['31', '32', '33']],
    ['filter[event]=holdings.updated', []],
  ])('with %s', async (query, expected) => {
    expect(ids((await gateway.list(`/webhooks?${query}`, token)).body.data)).toEqual(expected);
  });

  it('shows a restricted token only endpoints of its accounts, and 404 for the others', async () => {
    expect(ids((await gateway.list('/webhooks', restricted)).body.data)).toEqual(['32']);
    const statuses = await Promise.all(
      [31, 32, 33, 34, 99].map(async (id) => (await gateway.get(`/webhooks/${id}`, restricted)).status),
    );
    expect(statuses).toEqual([404, 200, 404, 404, 404]);
    expect((await gateway.get('/webhooks/34', token)).body).toMatchObject({ message: 'Resource not found.' });
  });
});

describe('GET /webhooks/{id}/figures', () => {
  it('counts the attempts of each of the last 48 hours, and says how long they took', async () => {
    const attemptedAt = new Date().toISOString();
    const of = (
      id: number,
      status: DeliveryStatus,
      attempt: { durationMs: number; error: string | null },
    ) => {
      const { deliveries, ...further } = delivered(id, 1, status, 32);
      return {
        ...further,
        deliveries: deliveries.map((one) => ({
          ...one,
          attempt: { ...one.attempt, ...attempt, attemptedAt },
        })),
      };
    };
    await gateway.publish(
      WebhookDeliveredV1,
      32,
      of(51, 'DELIVERED', { durationMs: 10, error: null }),
      of(52, 'DELIVERED', { durationMs: 30, error: null }),
      of(53, 'FAILED', { durationMs: 90, error: 'TIMEOUT' }),
    );
    const { body } = await gateway.get('/webhooks/32/figures', token);
    const hours = body.data as Fields[];
    expect(hours).toHaveLength(48);
    expect(hours[0]).toMatchObject({ answered: 0, failed: 0, median_ms: null, p95_ms: null });
    expect(hours.filter(({ answered }) => answered !== 0)).toMatchObject([
      { answered: 2, failed: 1, median_ms: 30, p95_ms: 90 },
    ]);
    expect((await gateway.get('/webhooks/31/figures', restricted)).status).toBe(404);
  });
});

describe('GET /webhooks/{id}/deliveries', () => {
  it('lists them with all attempts', async () => {
    const { body } = await gateway.list('/webhooks/31/deliveries?sort=id', token);
    expect(body.data).toMatchObject([
      {
        id: '1',
        status: 'DELIVERED',
        attempts_count: 2,
        next_attempt_at: TIME.replace('00.000', '05.000'),
        attempts: [{ number: 1, status_code: 503, error: 'HTTP_503' }, { number: 2 }],
      },
      { id: '2', webhook_endpoint_id: '31', financial_account_id: '17', attempts: [{ number: 1 }] },
    ]);
    expect((await gateway.get('/webhooks/31/deliveries/2', token)).body.data).toEqual(body.data[1]);
  });

  it.each([
    ['filter[status]=FAILED', ['2']],
    ['filter[message_id]=msg_1', ['1']],
    ['filter[event_type]=balance.updated', []],
    ['filter[financial_account_id]=17', ['2', '1']],
    ['filter[transaction_id]=3001', ['2', '1']],
    ['filter[transaction_id]=3002', []],
    ['filter[created_after]=2026-03-03', []],
    ['filter[created_before]=2026-03-02', ['2', '1']],
  ])('with %s', async (query, expected) => {
    expect(ids((await gateway.list(`/webhooks/31/deliveries?${query}`, token)).body.data)).toEqual(expected);
  });

  it('is 404 for an endpoint that the token was not granted', async () => {
    for (const path of ['/webhooks/31/deliveries', '/webhooks/31/deliveries/1', '/webhooks/99/deliveries']) {
      expect((await gateway.get(path, restricted)).status).toBe(404);
    }
  });
});

describe('GET /webhooks/events', () => {
  it('can be followed by requesting the events after the last one', async () => {
    const first = await gateway.list('/webhooks/events?sort=id&page[size]=2', token);
    expect(ids(first.body.data)).toEqual(['901', '902']);
    const next = await gateway.list('/webhooks/events?sort=id&filter[after]=902', token);
    expect(ids(next.body.data)).toEqual(['903', '904', '905']);
    expect(first.body.data[0]).toMatchObject({
      type: 'transactions.created',
      payload_version: 'v2',
      created_at: TIME,
      data: { financial_account: { id: '17', iban: expect.any(String) as string } },
    });
  });

  it('shows a restricted token its accounts and their connections, as far as its scopes read them', async () => {
    const { body } = await gateway.list('/webhooks/events?sort=id', restricted);
    expect(ids(body.data)).toEqual(['901', '903', '905']);
    const [created, connection] = body.data.map(({ data }) => data as Fields);
    expect(created?.['transactions']).toEqual([{ id: '1001' }]);
    expect(created?.['financial_account']).not.toHaveProperty('iban');
    expect(created?.['financial_account']).toHaveProperty('currency', 'EUR');
    expect(connection).toEqual({ financial_connection: { id: '3' } });
  });

  it('omits account numbers on request, and answers in v1 to legacy names', async () => {
    const omitted = await gateway.list('/webhooks/events?omit_sensitive_identifiers=yes', token);
    expect(JSON.stringify(omitted.body.data)).not.toContain('FI2112345600000785');
    const legacy = await gateway.list('/webhooks/events?filter[type]=bank_account.updated', token);
    expect(legacy.body.data).toMatchObject([
      {
        id: '902',
        type: 'bank_account.updated',
        payload_version: 'v1',
        data: { bank_account: { id: '17' } },
      },
    ]);
  });
});

describe('GET /webhooks/events, of rules', () => {
  it('shows those that the token may see, as far as its scopes read them', async () => {
    const { document } = RuleUpsertedV1.sample;
    const of = (...ids: number[]) => ids.map((id) => ({ id, position: 1 }));
    const rule = (id: number, accounts: number[]) => ({
      ...RuleUpsertedV1.sample,
      id,
      userId,
      document: { ...document, transfer_links: [], financial_accounts: of(...accounts) },
    });
    await gateway.publish(RuleUpsertedV1, 51, rule(51, [17]));
    await gateway.publish(RuleUpsertedV1, 52, rule(52, [18]));
    const disabled = (id: number, ruleId: number) =>
      recorded(id, 'rule.disabled', null, null, {
        ruleId,
        data: { rule: { id: String(ruleId), name: 'Slow' } },
      });
    await gateway.publish(WebhookEventRecordedV1, userId, disabled(911, 51), disabled(912, 52));
    const path = '/webhooks/events?sort=id&filter[type]=rule.disabled';
    const bodies = async (by: string) => (await gateway.list(path, by)).body.data.map((one) => one['data']);
    expect(await bodies(token)).toEqual([
      { rule: { id: '51', name: 'Slow' } },
      { rule: { id: '52', name: 'Slow' } },
    ]);
    expect(await bodies(restricted)).toEqual([{ rule: { id: '51' } }]);
  });
});

describe('GET /webhooks/samples', () => {
  it('is a plain list of real events, or of examples', async () => {
    const real = await gateway.request<Fields[]>('/api/v1/webhooks/samples?filter[type]=balance.updated', {
      token,
    });
    expect(ids(real.body)).toEqual(['905']);
    const path = '/api/v1/webhooks/samples?filter[type]=holdings.updated';
    const invented = await gateway.request<Fields[]>(path, { token });
    expect(invented.body).toMatchObject([{ id: 'sample_holdings.updated', type: 'holdings.updated' }]);
  });
});

describe('changes', () => {
  it('PUT sends only the given members, without payload_version, and is readable immediately', async () => {
    const asked: unknown[] = [];
    owner = await gateway.playOwner(
      fake(UpdateWebhookEndpoint, (payload) => {
        asked.push(payload);
        return { endpoint: endpoint(31, { description: 'mine' }, 2) };
      }),
    );
    const body = { description: 'mine', payload_version: 'v1', omit_sensitive_identifiers: 'on' };
    const { status, body: answer } = await send('PUT', '/webhooks/31', body);
    expect([status, answer.message]).toEqual([200, 'Webhook endpoint updated.']);
    expect(asked).toEqual([
      {
        id: 31,
        changes: { description: 'mine', omit_sensitive_identifiers: true },
        endpoint_limits: { people: 50, automation: expect.any(Number) as number },
      },
    ]);
    expect((await gateway.get('/webhooks/31', token)).body.data).toEqual(answer.data);
  });

  it.each([
    ['no body', undefined, {}],
    ['financial_accounts null: all accounts', { financial_accounts: null }, { financial_accounts: null }],
    ['description null: none', { description: null }, { description: null }],
  ])('PUT accepts %s, as the document says', async (_what, body, changes) => {
    const asked: unknown[] = [];
    owner = await gateway.playOwner(
      fake(UpdateWebhookEndpoint, (payload) => {
        asked.push(payload.changes);
        return { endpoint: endpoint(31, {}, 2) };
      }),
    );
    expect((await send('PUT', '/webhooks/31', body)).status).toBe(200);
    expect(asked).toEqual([changes]);
  });

  it.each(['omit_sensitive_identifiers', 'enabled', 'events', 'type', 'url'])(
    'PUT refuses %s null, as the document says',
    async (member) => {
      const { status, body } = await send('PUT', '/webhooks/31', { [member]: null });
      expect({ status, fields: Object.keys(body.errors as object) }).toEqual({
        status: 422,
        fields: [member],
      });
    },
  );

  it('PUT refuses by field what POST refuses', async () => {
    const wrong = {
      url: 'http://a.example',
      description: 'x'.repeat(256),
      events: [],
      type: 'FAX',
      enabled: 'so',
    };
    const { status, body } = await send('PUT', '/webhooks/31', wrong);
    expect(status).toBe(422);
    expect(Object.keys(body.errors as object).sort()).toEqual([
      'description',
      'enabled',
      'events',
      'type',
      'url',
    ]);
  });

  it('rotating returns the new secret once', async () => {
    owner = await gateway.playOwner(
      fake(RotateWebhookSecret, () => ({
        endpoint: endpoint(31, {}, 3),
        secret: 'whsec_new',
        previousSecretValidUntil: TIME,
      })),
    );
    const { body } = await send('POST', '/webhooks/31/rotate-secret', {});
    expect(body.data).toMatchObject({ secret: 'whsec_new', previous_secret_valid_until: TIME });
    expect(JSON.stringify((await gateway.get('/webhooks/31', token)).body)).not.toContain('whsec');
  });

  it('test, redeliver and recover answer with what will be sent', async () => {
    const again = (id: number, version: number) => {
      const [delivery] = delivered(id, version, 'PENDING').deliveries;
      if (!delivery) throw new Error('no delivery');
      return { endpointId: 31, userId, delivery: { ...delivery, attempt: null } };
    };
    const asked: unknown[] = [];
    owner = await gateway.playOwner(
      fake(SendTestEvent, (payload) => (asked.push(payload), again(3, 1))),
      fake(RedeliverWebhook, (payload) => (asked.push(payload), again(2, 2))),
      fake(RecoverDeliveries, (payload) => (asked.push(payload), { deliveries: 7 })),
    );
    const tested = await send('POST', '/webhooks/31/test', {});
    expect(tested.body).toMatchObject({ message: 'Test event queued.', data: { id: '3', attempts: [] } });
    const redelivered = await send('POST', '/webhooks/31/deliveries/2/redeliver');
    expect(redelivered.body).toMatchObject({
      data: { id: '2', status: 'PENDING', attempts: [{ number: 1 }] },
    });
    const recovered = await send('POST', '/webhooks/31/recover', { since: '2026-03-01T00:00:00+02:00' });
    expect(recovered.body).toEqual({ message: 'Recovery started.', data: { deliveries: 7 } });
    expect(asked).toEqual([
      { id: 31, event: null },
      { endpointId: 31, deliveryId: 2 },
      { id: 31, since: '2026-02-28T22:00:00.000Z', until: null },
    ]);
    const wrong = await send('POST', '/webhooks/31/recover', { since: 'yesterday', until: '2026' });
    expect(Object.keys(wrong.body.errors as object)).toEqual(['since', 'until']);
  });

  it('DELETE removes the endpoint and its deliveries; a second time is 404', async () => {
    await gateway.publish(WebhookEndpointUpsertedV1, 40, endpoint(40));
    await gateway.publish(WebhookDeliveredV1, 40, delivered(9, 1, 'FAILED', 40));
    owner = await gateway.playOwner(
      fake(DeleteWebhookEndpoint, ({ id }) => ({ deleted: { id, version: 2, userId } })),
    );
    expect((await send('DELETE', '/webhooks/40')).body).toEqual({ message: 'Webhook endpoint deleted.' });
    expect((await gateway.get('/webhooks/40', token)).status).toBe(404);
    expect(await gateway.database.query('select id from webhook_deliveries where endpoint_id = 40')).toEqual(
      [],
    );
    await gateway.publish(WebhookDeliveredV1, 40, delivered(10, 1, 'FAILED', 40));
    expect(await gateway.database.query('select id from webhook_deliveries where endpoint_id = 40')).toEqual(
      [],
    );
  });

  it('requires webhooks:write, and webhooks:read to list', async () => {
    const reader = await gateway.token({ userId, scopes: ['webhooks:read'] });
    const stranger = await gateway.token({ userId, scopes: ['accounts:read'] });
    expect((await send('DELETE', '/webhooks/31', undefined, reader)).status).toBe(403);
    expect((await send('POST', '/webhooks/31/rotate-secret', {}, reader)).status).toBe(403);
    for (const path of ['/webhooks', '/webhooks/31', '/webhooks/31/deliveries', '/webhooks/events']) {
      expect((await gateway.get(path, stranger)).status).toBe(403);
    }
  });
});
