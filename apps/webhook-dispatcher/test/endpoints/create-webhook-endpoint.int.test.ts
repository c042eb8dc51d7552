import { AccountUpsertedV1, Problem, ProblemDetail, ownerOf } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { Client } from 'pg';
import { DispatcherFixture } from '../dispatcher.fixture';
import { accountEvent } from '../samples';

let fixture: DispatcherFixture;

beforeAll(async () => {
  fixture = await DispatcherFixture.start();
  await fixture.publishAll(AccountUpsertedV1, [
    accountEvent(17, 1, {}, 1),
    accountEvent(18, 1, {}, 1),
    accountEvent(99, 1, {}, 2),
  ]);
}, 60_000);

afterAll(() => fixture.close());

async function refusal(attempt: Promise<unknown>): Promise<ProblemDetail> {
  const error: unknown = await attempt.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Problem)) throw new Error('it was not refused', { cause: error });
  return error.detail;
}

const countOf = async (userId: number): Promise<number> =>
  (
    await fixture.rows<{ count: number }>('select count(*)::int from webhook_endpoints where user_id = $1', [
      userId,
    ])
  )[0]?.count ?? -1;

describe('creating an endpoint', () => {
  test('answers with the endpoint and its secret, and publishes it without the secret', async () => {
    const { endpoint, secret } = await fixture.create({ description: 'mine', financial_accounts: [17] });
    expect(secret).toMatch(/^whsec_/);
    expect(endpoint).toMatchObject({
      version: 1,
      userId: 1,
      deleted: false,
      document: {
        description: 'mine',
        enabled: true,
        events: ['transactions.created', 'transactions.updated'],
        payload_version: 'v2',
        financial_account_ids: [17],
        health: { status: 'UNKNOWN', last_attempt_at: null },
      },
    });
    const published = await eventually(() => {
      const found = fixture.published.find(({ id }) => id === endpoint.id);
      expect(found).toBeDefined();
      return found;
    });
    expect(published).toEqual(endpoint);
    expect(JSON.stringify(published)).not.toContain(secret);
  });

  test('the secret is encrypted at rest', async () => {
    const { endpoint, secret } = await fixture.create({});
    const rows = await fixture.rows<{ secret: string }>(
      'select secret from webhook_endpoints where id = $1',
      [endpoint.id],
    );
    expect(rows[0]?.secret).toMatch(/^v1\./);
    expect(rows[0]?.secret).not.toContain(secret.slice(6));
  });

  test('the same idempotency key creates one endpoint, with one secret', async () => {
    const caller = ownerOf(30);
    const first = await fixture.create({}, caller, 'once');
    expect(await fixture.create({}, caller, 'once')).toEqual(first);
    expect(await countOf(30)).toBe(1);
  });

  test('a restricted token that names no accounts gets the granted ones', async () => {
    const { endpoint } = await fixture.create({}, { ...ownerOf(1), accountIds: [18] });
    expect(endpoint.document.financial_account_ids).toEqual([18]);
  });
});

describe('refusals', () => {
  test.each([
    ['http://client.example/hook', 'The url must use https.'],
    ['https://user:secret@client.example/', 'The url must not contain credentials.'],
    ['https://10.0.0.8/', 'The url must not point to a private or local address.'],
    ['https://[::1]/', 'The url must not point to a private or local address.'],
    ['https://0xa9fea9fe/', 'The url must not point to a private or local address.'],
    ['nonsense', 'The url must be a valid URL.'],
  ])('url %s', async (url, message) => {
    expect(await refusal(fixture.create({ url }))).toEqual({ kind: 'invalid', errors: { url: [message] } });
  });

  test('a network that the operator allows is accepted', async () => {
    const { endpoint } = await fixture.create({ url: 'https://127.0.0.1:8443/' });
    expect(endpoint.document.url).toBe('https://127.0.0.1:8443/');
  });

  test('a legacy alias beside its counterpart', async () => {
    const mixed = fixture.create({ events: ['bank_account.created', 'account.created'] });
    expect(await refusal(mixed)).toEqual({
      kind: 'invalid',
      errors: { events: ['The events field must not mix bank_account.created with account.created.'] },
    });
    const apart = await fixture.create({
      events: ['bank_account.created', 'account.updated'],
      payload_version: 'v1',
    });
    expect(apart.endpoint.document.payload_version).toBe('v1');
  });

  test('AUTOMATION_A with identifiers', async () => {
    expect(await refusal(fixture.create({ type: 'AUTOMATION_A' }))).toMatchObject({
      errors: { omit_sensitive_identifiers: [expect.any(String)] },
    });
    await fixture.create({ type: 'AUTOMATION_A', omit_sensitive_identifiers: true });
  });

  test('accounts that are foreign, unknown or not granted look the same', async () => {
    const asked = fixture.create(
      { financial_accounts: [17, 99, 12345, 18] },
      { ...ownerOf(1), accountIds: [17] },
    );
    expect(await refusal(asked)).toEqual({
      kind: 'invalid',
      errors: {
        'financial_accounts.1': ['The selected financial_accounts.1 is invalid.'],
        'financial_accounts.2': ['The selected financial_accounts.2 is invalid.'],
        'financial_accounts.3': ['The selected financial_accounts.3 is invalid.'],
      },
    });
  });

  test('validation precedes the plan limit, and both precede any write', async () => {
    const caller = ownerOf(31);
    const invalid = fixture.create({ url: 'http://client.example/', endpoint_limit: 0 }, caller);
    expect((await refusal(invalid)).kind).toBe('invalid');
    expect(await refusal(fixture.create({ endpoint_limit: 0 }, caller))).toEqual({
      kind: 'plan_limit',
      feature: 'webhook_endpoint',
      current: 0,
      limit: 0,
    });
    expect(await countOf(31)).toBe(0);
  });

  test('many at once cannot exceed the limit', async () => {
    const attempts = Array.from({ length: 12 }, () =>
      fixture.createInParallel({ endpoint_limit: 3 }, ownerOf(32)),
    );
    const settled = await Promise.allSettled(attempts);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await countOf(32)).toBe(3);
  });
});

describe('the service role', () => {
  test('is refused by the schemas of other services', async () => {
    const admin = new Client({ connectionString: fixture.adminUrl });
    const role = new Client({ connectionString: fixture.config.databaseUrl });
    await Promise.all([admin.connect(), role.connect()]);
    try {
      await admin.query('create table rule_engine.rules (id int)');
      await expect(role.query('select * from rule_engine.rules')).rejects.toThrow('permission denied');
      await expect(role.query('create table rule_engine.mine (id int)')).rejects.toThrow('permission denied');
      await expect(role.query('create table public.mine (id int)')).rejects.toThrow('permission denied');
      await expect(role.query('select 1 from webhook_endpoints')).resolves.toBeDefined();
    } finally {
      await Promise.all([admin.end(), role.end()]);
    }
  });
});
