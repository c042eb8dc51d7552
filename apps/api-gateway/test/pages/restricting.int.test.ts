import { AccountUpsertedV1 } from '@tributary/contracts';
import { Visitor } from '@tributary/testing';
import { issuePersonalToken } from '../../src/auth/issue-personal-token';
import { Scope } from '../../src/auth/scopes';
import { appOf } from '../contract/minted-tokens';
import { GatewayUnderTest } from '../gateway-under-test';
import { accountOf } from '../samples';

let gateway: GatewayUnderTest;
let user: Visitor;
let userId: number;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  user = new Visitor(gateway.url);
  const email = await user.signUp();
  const [row] = await gateway.database.query<{ id: number }>('select id from users where email = $1', [
    email,
  ]);
  userId = row?.id ?? 0;
  for (const id of [17, 18]) await gateway.publish(AccountUpsertedV1, id, accountOf(userId, id));
});
afterAll(() => gateway.stop());

const statusOf = async (path: string, token: string) => (await gateway.get(path, token)).status;
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const boxes = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`name="${name}" value="([^"]+)"( checked)?`, 'g'))].map(
    ([, value, checked]) => `${value}${checked ?? ''}`,
  );

describe('the page of a personal token', () => {
  const made = (scopes: Scope[] | null = null, accountIds: number[] | null = null) =>
    issuePersonalToken(gateway.database, { userId, name: 'nightly', scopes, accountIds });
  const send = (id: number, form: Parameters<Visitor['post']>[1]) =>
    user.submit(`/developers/tokens/${id}`, form);

  it('is linked where the token is listed, and shows it as it is', async () => {
    const { id } = await made(['accounts:read', 'rules:read'], [17]);
    expect((await user.get('/developers/tokens')).html).toContain(`href="/developers/tokens/${id}"`);
    const { html } = await user.get(`/developers/tokens/${id}`);
    expect(html).toContain('value="nightly"');
    expect(boxes(html, 'scopes')).toEqual(['accounts:read checked', 'rules:read checked']);
    expect(boxes(html, 'financial_accounts')).toEqual(['17 checked']);
    expect(html).not.toContain('value="all"');
  });

  it('renames it and restricts it, from the next request on', async () => {
    const { id, token } = await made();
    expect(await statusOf('/finance/accounts/18', token)).toBe(200);
    const { location } = await send(id, {
      name: 'weekly',
      may: 'some',
      scopes: ['accounts:read'],
      accounts: 'some',
      financial_accounts: ['17'],
      expires_at: tomorrow(),
    });
    expect(location).toBe(`${gateway.url}/developers/tokens`);
    expect(await statusOf('/finance/accounts/17', token)).toBe(200);
    expect(await statusOf('/finance/accounts/18', token)).toBe(404);
    expect(await statusOf('/finance/transactions', token)).toBe(403);
    const { html } = await user.get('/developers/tokens');
    expect(html).toMatch(new RegExp(`weekly[^]*accounts:read[^]*1 account[^]*${tomorrow()}`));
  });

  it('leaves its extent as it is where only the name changes', async () => {
    const { id, token } = await made(['accounts:read']);
    const form = { name: 'other', may: 'some', scopes: ['accounts:read'], accounts: 'all', expires_at: '' };
    expect((await send(id, form)).status).toBe(303);
    expect(await statusOf('/finance/accounts/18', token)).toBe(200);
  });

  it.each([
    ['no name', { name: '' }, 'name'],
    ['no scope', { scopes: [] }, 'scopes'],
    ['a scope that it does not have', { scopes: ['accounts:read', 'rules:read'] }, 'scopes'],
    ['everything', { may: 'all' }, 'scopes'],
    ['all accounts', { accounts: 'all' }, 'financial_accounts'],
    ['an account that it does not see', { financial_accounts: ['17', '18'] }, 'financial_accounts'],
    ['a day that is past', { expires_at: '2020-01-01' }, 'expires_at'],
    ['a later day', { expires_at: '2999-01-01' }, 'expires_at'],
    ['no day', { expires_at: '2026-02-30' }, 'expires_at'],
  ])('%s is refused by its field, and changes nothing', async (_what, wrong, field) => {
    const { id } = await made(['accounts:read'], [17]);
    const right = {
      name: 'x',
      may: 'some',
      scopes: ['accounts:read'],
      accounts: 'some',
      financial_accounts: ['17'],
    };
    const { status, html } = await send(id, { ...right, expires_at: '', ...wrong });
    expect(status).toBe(422);
    expect(html).toContain(`href="#${field}"`);
    const [row] = await gateway.database.query('select name, scopes, account_ids from tokens where id = $1', [
      id,
    ]);
    expect(row).toEqual({ name: 'nightly', scopes: ['accounts:read'], account_ids: [17] });
  });

  it('is nowhere for another user, and for a token that has ended', async () => {
    const { id } = await made();
    const other = new Visitor(gateway.url);
    await other.signUp();
    expect((await other.get(`/developers/tokens/${id}`)).status).toBe(404);
    await user.submit('/developers/tokens', {}, `/developers/tokens/${id}/revoke`);
    expect((await user.get(`/developers/tokens/${id}`)).status).toBe(404);
  });
});

describe('the page of what an app may do', () => {
  const send = (id: number | string, form: Parameters<Visitor['post']>[1]) =>
    user.submit(`/account/apps/${id}`, form);

  it('gives it a name of the user’s own and restricts it; the name of the app stays known', async () => {
    const { grantId } = await appOf(gateway, userId, 'Buddy');
    const { html } = await user.get(`/account/apps/${grantId}`);
    const scopes = boxes(html, 'scopes').map((one) => one.replace(' checked', ''));
    const form = {
      name: 'Budget at home',
      may: 'some',
      scopes: scopes.slice(0, 1),
      accounts: 'some',
      financial_accounts: ['17'],
      expires_at: tomorrow(),
    };
    expect((await send(grantId, form)).location).toBe(`${gateway.url}/account/apps`);
    const token = await gateway.token({ userId });
    const { body } = await gateway.get(`/grants/${grantId}`, token);
    expect(body['data']).toMatchObject({
      name: 'Budget at home',
      app_name: 'Buddy',
      scopes: scopes.slice(0, 1),
      financial_accounts: ['17'],
      expires_at: `${tomorrow()}T00:00:00.000Z`,
    });
    const listed = (await user.get('/account/apps')).html;
    expect(listed).toMatch(new RegExp(`Budget at home[^]*Buddy[^]*ends on ${tomorrow()}`));
  });

  it('refuses more than is left, and another user’s grant is nowhere', async () => {
    const { grantId } = await appOf(gateway, userId, 'Second buddy');
    const { html } = await user.get(`/account/apps/${grantId}`);
    const scopes = boxes(html, 'scopes').map((one) => one.replace(' checked', ''));
    const form = { name: 'Second buddy', may: 'some', accounts: 'all', expires_at: '' };
    await send(grantId, { ...form, scopes: scopes.slice(0, 1) });
    const again = await send(grantId, { ...form, scopes: scopes.slice(0, 2) });
    expect(again.status).toBe(scopes.length > 1 ? 422 : 303);
    const other = new Visitor(gateway.url);
    await other.signUp();
    expect((await other.get(`/account/apps/${grantId}`)).status).toBe(404);
  });
});
