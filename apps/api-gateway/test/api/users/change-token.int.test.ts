import { AccountUpsertedV1 } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { issuePersonalToken, NewPersonalToken } from '../../../src/identity/tokens/issue-personal-token';
import { GatewayUnderTest } from '../../gateway-under-test';
import { accountOf } from '../../samples';
import { legacyToken } from '../../contract/minted-tokens';

let gateway: GatewayUnderTest;
let userId: number;
let owner: string;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start({ LEGACY_TOKENS_UNTIL: '2999-12-31' });
  userId = await gateway.user('owner@example.com');
  owner = await gateway.token({ userId });
  for (const id of [17, 18]) await gateway.publish(AccountUpsertedV1, id, accountOf(userId, id));
});
afterAll(() => gateway.close());

const made = (of: Partial<NewPersonalToken> = {}) =>
  issuePersonalToken(gateway.database, { userId, name: 'script', ...of });
const change = (id: number, body: object, token = owner) =>
  gateway.request(`/api/v1/tokens/${id}`, { method: 'PUT', token, body });
const statusOf = async (path: string, token: string) => (await gateway.get(path, token)).status;

describe('making a personal token', () => {
  it('lets it end when the user says, after one year at the latest', async () => {
    const make = (expires_at: string) =>
      gateway.request('/api/v1/tokens', {
        method: 'POST',
        token: owner,
        body: { name: 'short', scopes: null, financial_accounts: null, expires_at },
      });
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    const { status, body } = await make(tomorrow);
    expect([status, body['data']]).toMatchObject([201, { expires_at: tomorrow }]);
    expect((await make('2999-01-01T00:00:00Z')).status).toBe(422);
    expect((await make('2020-01-01T00:00:00Z')).status).toBe(422);
    expect((await make('tomorrow')).status).toBe(422);
  });
});

describe('changing a personal token', () => {
  it('renames it, and keeps what is not named', async () => {
    const { id, token } = await made({ scopes: ['accounts:read'], accountIds: [17] });
    const { status, body } = await change(id, { name: 'nightly script' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      message: 'Token changed.',
      data: { name: 'nightly script', scopes: ['accounts:read'], financial_accounts: ['17'] },
    });
    expect(await statusOf('/finance/accounts/17', token)).toBe(200);
  });

  it('restricts it from the next request on', async () => {
    const { id, token } = await made();
    expect(await statusOf('/tokens', token)).toBe(200);
    expect(await statusOf('/finance/accounts/18', token)).toBe(200);
    const left = { scopes: ['accounts:read'], financial_accounts: ['17'] };
    expect((await change(id, left)).body['data']).toMatchObject(left);
    expect(await statusOf('/tokens', token)).toBe(403);
    expect(await statusOf('/finance/transactions', token)).toBe(403);
    expect(await statusOf('/finance/accounts/18', token)).toBe(404);
    expect(await statusOf('/finance/accounts/17', token)).toBe(200);
  });

  it('restricts it within a second at another gateway', async () => {
    const { id, token } = await made();
    expect(await statusOf('/finance/transactions', token)).toBe(200);
    const start = performance.now();
    await gateway.database.execute(
      `update tokens set scopes = '{accounts:read}', version = version + 1 where id = $1`,
      [id],
    );
    await eventually(async () => expect(await statusOf('/finance/transactions', token)).toBe(403));
    expect(performance.now() - start).toBeLessThan(1000);
  });

  it('pauses what was made with it and goes further now', async () => {
    const { id, token } = await made({
      scopes: ['destinations:write', 'accounts:read', 'transactions:read'],
    });
    const feed = { method: 'POST', token, body: { name: 'Actual' } };
    await gateway.request('/api/v1/destinations/feed/connections', feed);
    const pausedBy = async () => {
      const { data } = (await gateway.list('/made-by-apps', owner)).body;
      return data.map(({ paused }) => paused && (paused as { reason: string }).reason);
    };
    expect(await pausedBy()).toEqual([null]);
    await change(id, { scopes: ['destinations:write', 'accounts:read'] });
    expect(await pausedBy()).toEqual(['GRANT_NARROWED']);
  });

  it('can end it earlier', async () => {
    const { id, token } = await made();
    const expires_at = new Date(Date.now() + 1500).toISOString();
    expect((await change(id, { expires_at })).body['data']).toMatchObject({ expires_at });
    expect(await statusOf('/user', token)).toBe(200);
    await eventually(async () => expect(await statusOf('/user', token)).toBe(401));
    const { status, body } = await change(id, { name: 'late' });
    expect({ status, message: body['message'] }).toEqual({
      status: 409,
      message: 'This token has ended: it cannot be changed. Make a new one.',
    });
  });

  const soon = () => new Date(Date.now() + 60_000);
  it.each([
    ['scopes', { scopes: ['accounts:read', 'rules:read'] }, /make a new token/],
    ['scopes', { scopes: null }, /make a new token/],
    ['financial_accounts', { financial_accounts: [17, 18] }, /make a new token/],
    ['financial_accounts', { financial_accounts: null }, /make a new token/],
    ['financial_accounts', { financial_accounts: [999] }, /one of your accounts/],
    ['expires_at', { expires_at: '2999-01-01T00:00:00Z' }, /make a new token/],
    ['expires_at', { expires_at: '2020-01-01T00:00:00Z' }, /Revoke the token/],
  ])('is refused more %s than it has: %j', async (field, body, hint) => {
    const { id } = await made({ scopes: ['accounts:read'], accountIds: [17], expiresAt: soon() });
    const before = (await gateway.get(`/tokens/${id}`, owner)).body;
    const answer = await change(id, body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body['errors'] as object)).toEqual([field]);
    expect(answer.body['message']).toMatch(hint);
    expect((await gateway.get(`/tokens/${id}`, owner)).body).toEqual(before);
  });

  it('cannot widen it again, and it cannot change itself', async () => {
    const { id, token } = await made();
    await change(id, { scopes: ['profile:read'] });
    expect((await change(id, { scopes: null })).status).toBe(422);
    expect((await change(id, { name: 'mine' }, token)).status).toBe(403);
  });

  it('works for the legacy format', async () => {
    const legacy = await legacyToken(gateway, userId, 12);
    const { body } = await gateway.list('/tokens?filter[name]=old', owner);
    await change(Number(body.data[0]?.['id']), { scopes: ['profile:read'] });
    expect(await statusOf('/user', legacy)).toBe(200);
    expect(await statusOf('/tokens', legacy)).toBe(403);
  });

  it('is 404 for another user, and a revoked token cannot be changed by its owner', async () => {
    const { id } = await made();
    const other = await gateway.token({ userId: await gateway.user('other@example.com') });
    const [foreign, missing] = [await change(id, { name: 'x' }, other), await change(9999, { name: 'x' })];
    expect(foreign).toMatchObject({ status: 404, body: missing.body });
    await gateway.request(`/api/v1/tokens/${id}/revoke`, { method: 'POST', token: owner });
    expect((await change(id, { name: 'x' })).status).toBe(409);
  });

  it('shows in the security events under its new name', async () => {
    const { id } = await made();
    await change(id, { name: 'renamed' });
    const { body } = await gateway.list(`/user/security-events?filter[token_id]=${id}`, owner);
    expect(body.data.map(({ type, name }) => ({ type, name }))).toEqual([
      { type: 'TOKEN_CHANGED', name: 'renamed' },
      { type: 'TOKEN_CREATED', name: 'script' },
    ]);
  });
});
