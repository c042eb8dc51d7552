import { AccountUpsertedV1, WebhookEndpointUpsertedV1 } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { Scope } from '../../../src/identity/permissions/scopes';
import { tokenHash } from '../../../src/identity/codes/token-text';
import { PASSWORD, testAccount } from '../../test-account';
import { GatewayUnderTest } from '../../gateway-under-test';
import { accountOf } from '../../samples';

let gateway: GatewayUnderTest;
let userId: number;
let owner: string;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start({ LEGACY_TOKENS_UNTIL: '2999-12-31' });
  userId = await gateway.user('owner@example.com');
  owner = await gateway.token({ userId });
  await gateway.publish(AccountUpsertedV1, 17, accountOf(userId, 17));
});
afterAll(() => gateway.close());

const post = (path: string, token: string, body: unknown = {}) =>
  gateway.request(`/api/v1${path}`, { method: 'POST', token, body });
const remove = (path: string, token: string) =>
  gateway.request(`/api/v1${path}`, { method: 'DELETE', token });

/** The published states of a restricted grant, from the outbox of a service whose relay may be quick. */
async function tokenMade(body: Record<string, unknown>): Promise<{ id: string; token: string }> {
  const { status, body: answer } = await post('/tokens', owner, {
    name: 'script',
    scopes: null,
    financial_accounts: null,
    ...body,
  });
  expect(status).toBe(201);
  return answer['data'] as { id: string; token: string };
}

describe('the user', () => {
  it('is shown to tokens with profile:read, with the plan', async () => {
    const token = await gateway.token({ userId, scopes: ['profile:read'] });
    const { status, body } = await gateway.get('/user', token);
    expect(status).toBe(200);
    expect(body['data']).toMatchObject({
      id: String(userId),
      email: 'owner@example.com',
      name: 'Maija',
      plan: 'PRO',
    });
  });

  it('is shown with what the plan limits and how much of it is used, by tokens that may count it', async () => {
    const free = await gateway.user('limited@example.com', 'FREE');
    const limitsFor = async (scopes: Scope[] | null) => {
      const token = await gateway.token({ userId: free, ...(scopes ? { scopes } : {}) });
      return (await gateway.get('/user', token)).body['data'] as { limits: unknown };
    };
    for (const [id, type] of [
      [61, 'WEBHOOK'],
      [62, 'AUTOMATION_A'],
      [63, 'AUTOMATION_B'],
    ] as const) {
      const { sample } = WebhookEndpointUpsertedV1;
      const document = { ...sample.document, type };
      await gateway.publish(WebhookEndpointUpsertedV1, id, { ...sample, id, userId: free, document });
    }
    expect((await limitsFor(null)).limits).toEqual({
      webhook_endpoints: { limit: '2', used: '1' },
      automation_endpoints: { limit: '20', used: '2' },
    });
    expect((await limitsFor(['profile:read'])).limits).toEqual({
      webhook_endpoints: { limit: '2', used: null },
      automation_endpoints: { limit: '20', used: null },
    });
  });

  it('is not shown without it', async () => {
    const token = await gateway.token({ userId, scopes: ['accounts:read'] });
    expect((await gateway.get('/user', token)).status).toBe(403);
  });
});

describe('a personal access token', () => {
  it('is shown once, has the requested access, and ends in a year', async () => {
    const made = await tokenMade({ scopes: ['accounts:read'], financial_accounts: [17] });
    expect(made.token).toMatch(/^trb_pat_/);
    expect((await gateway.get('/finance/accounts/17', made.token)).status).toBe(200);
    expect((await gateway.get('/finance/transactions', made.token)).status).toBe(403);
    const { body } = await gateway.get(`/tokens/${made.id}`, owner);
    expect(body['data']).toMatchObject({ scopes: ['accounts:read'], financial_accounts: ['17'] });
    expect(JSON.stringify(body)).not.toContain(made.token);
    const { expires_at } = body['data'] as { expires_at: string };
    const days = (new Date(expires_at).getTime() - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBeGreaterThanOrEqual(365);
    expect(Math.round(days)).toBeLessThanOrEqual(366);
  });

  it('is listed with the others of its user, and with no other user’s', async () => {
    const made = await tokenMade({ name: 'to be found' });
    const other = await gateway.token({ userId: await gateway.user('other@example.com') });
    const { body } = await gateway.list('/tokens?filter[name]=to be found', owner);
    expect(body.data.map(({ id }) => id)).toEqual([made.id]);
    expect((await gateway.list('/tokens?filter[name]=to be found', other)).body.data).toEqual([]);
    expect((await gateway.get(`/tokens/${made.id}`, other)).status).toBe(404);
    expect((await remove(`/tokens/${made.id}`, other)).status).toBe(404);
    expect((await post(`/tokens/${made.id}/revoke`, other)).status).toBe(404);
    expect((await gateway.get('/user', made.token)).status).toBe(200);
  });

  it('is refused from the next request on after it was revoked, and still listed', async () => {
    const made = await tokenMade({});
    expect((await gateway.get('/user', made.token)).status).toBe(200);
    const { body } = await post(`/tokens/${made.id}/revoke`, owner);
    expect((body['data'] as { revoked_at: string }).revoked_at).not.toBeNull();
    expect((await gateway.get('/user', made.token)).status).toBe(401);
    expect((await gateway.get(`/tokens/${made.id}`, owner)).status).toBe(200);
  });

  it('is refused and not listed after it was deleted', async () => {
    const made = await tokenMade({});
    expect((await remove(`/tokens/${made.id}`, owner)).status).toBe(200);
    expect((await gateway.get('/user', made.token)).status).toBe(401);
    expect((await gateway.get(`/tokens/${made.id}`, owner)).status).toBe(404);
  });

  it('cannot be given an account of another user', async () => {
    const { status, body } = await post('/tokens', owner, {
      name: 'x',
      scopes: null,
      financial_accounts: ['999'],
    });
    expect(status).toBe(422);
    expect(Object.keys(body['errors'] as object)).toEqual(['financial_accounts']);
  });

  it.each([
    ['a misspelt member', { scope: ['accounts:read'], financial_accounts: null }, ['scope', 'scopes']],
    ['no scopes', { financial_accounts: null }, ['scopes']],
    ['no accounts', { scopes: ['accounts:read'] }, ['financial_accounts']],
  ])('is not created from %s: unlimited access must be explicit', async (_what, body, fields) => {
    const made = await post('/tokens', owner, { name: 'x', ...body });
    expect(made.status).toBe(422);
    expect(Object.keys(made.body['errors'] as object).sort()).toEqual(fields);
  });

  it('the error suggests the member that was meant', async () => {
    const { body } = await post('/tokens', owner, { name: 'x', scope: [], financial_accounts: null });
    expect(body['errors']).toMatchObject({ scope: ['There is no field scope here. Did you mean scopes?'] });
  });

  it.each([
    ['scopes', { scopes: ['transactions:read'] }],
    ['accounts', { accountIds: [17] }],
  ])('with restricted %s creates no tokens, since it could widen its own access', async (_what, limits) => {
    const token = await gateway.token({ userId, ...limits } as Parameters<typeof gateway.token>[0]);
    const made = await post('/tokens', token, { name: 'more' });
    expect(made.status).toBe(403);
    expect(made.body['message']).toContain('without restrictions');
    expect((await gateway.list('/tokens', token)).status).toBe(403);
  });

  it('leaves its actions in the audit trail, without its text', async () => {
    const made = await tokenMade({ name: 'audited' });
    await post(`/tokens/${made.id}/revoke`, owner);
    const events = await gateway.database.query<{ kind: string; text: string }>(
      `select kind, s::text as text from security_events s where details->>'token_id' = $1 order by id`,
      [made.id],
    );
    expect(events.map(({ kind }) => kind)).toEqual(['TOKEN_CREATED', 'TOKEN_REVOKED']);
    for (const { text } of events) expect(text).not.toContain(made.token.slice(8, 40));
  });

  it('records its use, to the minute', async () => {
    const made = await tokenMade({});
    await gateway.get('/user', made.token);
    await eventually(async () => {
      const { body } = await gateway.get(`/tokens/${made.id}`, owner);
      expect((body['data'] as { last_used_at: string | null }).last_used_at).not.toBeNull();
    });
  });
});

describe('a token in the legacy format', () => {
  const secret = 'x9fQ2mPz7LtR4vBn8KcW1sYd6HgJ3aEu5TiOqXwN';
  const legacy = `12|${secret}`;

  beforeAll(() =>
    gateway.database.execute(
      `insert into tokens (user_id, kind, name, token_hash, legacy_id, expires_at)
       values ($1, 'LEGACY', 'old', $2, 12, now() + interval '1 year')`,
      [userId, tokenHash(secret)],
    ),
  );

  it('works, and every answer says since when it is deprecated and when it ends', async () => {
    const { status, headers } = await gateway.get('/user', legacy);
    expect(status).toBe(200);
    expect(headers.get('deprecation')).toMatch(/^@\d+$/);
    expect(headers.get('sunset')).toBe('Tue, 31 Dec 2999 00:00:00 GMT');
    expect((await gateway.get('/user', owner)).headers.get('deprecation')).toBeNull();
  });

  it.each([`13|${secret}`, `12|${secret.replace('x', 'y')}`, `12|`, `|${secret}`, `012|${secret}`, secret])(
    'is invalid as %s',
    async (text) => expect((await gateway.get('/user', text)).status).toBe(401),
  );

  it('is invalid after its day, or if none is set', async () => {
    const later = await GatewayUnderTest.start();
    const id = await later.user('owner@example.com');
    await later.database.execute(
      `insert into tokens (user_id, kind, name, token_hash, legacy_id, expires_at)
       values ($1, 'LEGACY', 'old', $2, 12, now() + interval '1 year')`,
      [id, tokenHash(secret)],
    );
    expect((await later.get('/user', legacy)).status).toBe(401);
    await later.close();
  });
});

it('deleting the user is answered with an Idempotency-Key, too, though the key goes with the user', async () => {
  const { token } = await testAccount(gateway);
  const body = { current_password: PASSWORD };
  const headers = { 'idempotency-key': 'leaving' };
  const answer = await gateway.request('/api/v1/user', { method: 'DELETE', token, headers, body });
  expect(answer).toMatchObject({ status: 202, body: { message: 'The user is being deleted.' } });
});
