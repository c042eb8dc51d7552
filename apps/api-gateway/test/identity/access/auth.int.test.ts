import { GatewayUnderTest } from '../../gateway-under-test';
import { accountOf, shapedOf, transactionOf } from '../../samples';
import { AccountUpsertedV1, TransactionShapedV1 } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { issuePersonalToken, revokeToken } from '../../../src/identity/tokens/issue-personal-token';

let gateway: GatewayUnderTest;
let userId: number;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  userId = await gateway.user('owner@example.com');
  await gateway.publish(AccountUpsertedV1, 17, accountOf(userId, 17));
  await gateway.publish(AccountUpsertedV1, 18, accountOf(userId, 18));
  await gateway.publish(TransactionShapedV1, 17, shapedOf(userId, 17, [transactionOf(1)]));
  await gateway.publish(TransactionShapedV1, 18, shapedOf(userId, 18, [transactionOf(2)]));
});
afterAll(() => gateway.close());

const LIST = '/api/v1/finance/transactions';

describe('a request without a valid token', () => {
  it('is 401 with a challenge when there is none', async () => {
    const answer = await gateway.request(LIST);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.body).toEqual({
      message: 'A bearer token is required.',
      docs_url: '/docs/errors/token-not-accepted',
    });
  });

  it.each([
    ['is no token at all', 'nonsense'],
    ['has a wrong checksum', `trb_pat_${'A'.repeat(43)}000000`],
    ['is in two words', 'trb_pat_ x'],
  ])('is 401 when it %s', async (_why, token) => {
    const answer = await gateway.request(LIST, { token });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    expect(Object.keys(answer.body)).toEqual(['message', 'docs_url']);
  });

  it('is 401 when the token has expired', async () => {
    const token = await gateway.token({ userId, expiresAt: new Date(Date.now() - 1000) });
    expect((await gateway.get('/finance/transactions', token)).status).toBe(401);
  });

  it('is 401 from the next request on when the token is revoked', async () => {
    const { id, token } = await issuePersonalToken(gateway.database, { userId, name: 'to be revoked' });
    expect((await gateway.get('/finance/transactions', token)).status).toBe(200);
    await revokeToken(gateway.database, id);
    expect((await gateway.get('/finance/transactions', token)).status).toBe(401);
  });

  it('is 401 soon after another gateway revoked the token', async () => {
    const { id, token } = await issuePersonalToken(gateway.database, { userId, name: 'revoked elsewhere' });
    expect((await gateway.get('/finance/transactions', token)).status).toBe(200);
    await gateway.database.execute('update tokens set revoked_at = now() where id = $1', [id]);
    await eventually(async () =>
      expect((await gateway.get('/finance/transactions', token)).status).toBe(401),
    );
  });

  it('is 401 when the token is in the query or the body: only the header is read', async () => {
    const token = await gateway.token({ userId });
    expect((await gateway.request(`${LIST}?access_token=${token}`)).status).toBe(401);
    const posted = { method: 'POST', body: { access_token: token } };
    expect((await gateway.request('/api/v1/webhooks', posted)).status).toBe(401);
  });
});

describe('a token', () => {
  it('is stored only as its hash', async () => {
    const token = await gateway.token({ userId });
    const rows = await gateway.database.query<{ row: string }>(
      `select t::text || encode(t.token_hash, 'escape') as row from tokens t`,
    );
    expect(rows.some(({ row }) => row.includes(token) || row.includes(token.slice(8, 40)))).toBe(false);
  });

  it('without restriction sees everything of its user', async () => {
    const token = await gateway.token({ userId });
    expect((await gateway.list('/finance/transactions', token)).body.meta.total).toBe(2);
  });

  it('of another user sees no data of it', async () => {
    const token = await gateway.token({ userId: await gateway.user('other@example.com') });
    expect((await gateway.list('/finance/transactions', token)).body.meta.total).toBe(0);
    expect((await gateway.get('/finance/accounts/17', token)).status).toBe(404);
  });

  it('without the scope gets 403 that names it', async () => {
    const token = await gateway.token({ userId, scopes: ['accounts:read'] });
    const answer = await gateway.get('/finance/transactions', token);
    expect(answer.status).toBe(403);
    expect(answer.body).toEqual({
      message: 'The access token lacks the scope transactions:read.',
      docs_url: '/docs/errors/missing-scope',
    });
  });

  it.each([
    ['include=financial_account', 'accounts:read'],
    ['include=transfer_logs', 'transfer-links:read'],
    ['include=financial_account.financial_connection', 'financial-connections:read'],
    ['filter[debtor.iban]=FI21', 'sensitive:read'],
    ['filter[transfer_status]=FAILED', 'transfer-links:read'],
    ['with_available_financial_accounts=true', 'accounts:read'],
  ])('needs the read scope of the data that %s sends', async (query, scope) => {
    const token = await gateway.token({ userId, scopes: ['transactions:read'] });
    const answer = await gateway.get(`/finance/transactions?${query}`, token);
    expect(answer.status).toBe(403);
    expect(answer.body.message).toContain(scope);
  });

  it('for one account sees only that account; others are 404 like unknown ones', async () => {
    const token = await gateway.token({ userId, accountIds: [17] });
    const transactions = await gateway.list('/finance/transactions', token);
    expect(transactions.body.data.map((one) => one.id)).toEqual(['1']);
    expect((await gateway.list('/finance/accounts', token)).body.meta.total).toBe(1);
    expect((await gateway.get('/finance/accounts/17', token)).status).toBe(200);
    const [notGranted, missing, noId] = await Promise.all(
      ['18', '999', 'abc'].map((id) => gateway.get(`/finance/accounts/${id}`, token)),
    );
    expect(notGranted).toMatchObject({ status: 404, body: { message: 'Resource not found.' } });
    expect(missing?.body).toEqual(notGranted?.body);
    expect(noId).toMatchObject({ status: 404, body: notGranted?.body });
  });
});

describe('health', () => {
  it('answers at the root, without a token', async () => {
    expect(await gateway.request('/health/live')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await gateway.request('/health/ready')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect((await gateway.request('/api/v1/health/live')).status).toBe(404);
  });
});
