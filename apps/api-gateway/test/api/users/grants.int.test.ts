import { AccountUpsertedV1 } from '@tributary/contracts';
import { registerApp } from '../../registered-app';
import { createPino, ServiceLogger } from '@tributary/service';
import { eventually } from '@tributary/testing';
import { EndedGrants } from '../../../src/identity/apps/ended-grants';
import { createGrant } from '../../../src/identity/apps/grants';
import { findGrant } from '../../../src/identity/authorizations/grants.store';
import { Scope } from '../../../src/identity/permissions/scopes';
import { newTokenText, TOKEN_PREFIXES, tokenHash } from '../../../src/identity/codes/token-text';
import { GatewayUnderTest } from '../../gateway-under-test';
import { accountOf } from '../../samples';

let gateway: GatewayUnderTest;
let userId: number;
let owner: string;
let other: string;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  userId = await gateway.user('owner@example.com');
  owner = await gateway.token({ userId });
  other = await gateway.token({ userId: await gateway.user('other@example.com') });
  for (const id of [17, 18]) await gateway.publish(AccountUpsertedV1, id, accountOf(userId, id));
});
afterAll(() => gateway.close());

const SCOPES: readonly Scope[] = ['accounts:read', 'transactions:read', 'destinations:write'];

/** An app of its own that the user lets in, with a token as it got one. */
async function letIn(name: string, accountIds: readonly number[] | null = null) {
  const settings = { name, homepage: null, redirectUris: ['https://client.example/back'], scopes: SCOPES };
  const kind = { confidential: true, managesUsers: false };
  const app = await registerApp(gateway.database, { userId }, { ...settings, ...kind });
  const token = newTokenText(TOKEN_PREFIXES.oauthAccess);
  const grantId = await gateway.database.transaction((tx) =>
    createGrant(tx, { userId, appId: app.id, scopes: SCOPES, accountIds }),
  );
  await gateway.database.execute(
    `insert into tokens (user_id, kind, name, token_hash, scopes, grant_id, expires_at)
     values ($1, 'OAUTH', $2, $3, $4, $5, now() + interval '1 hour')`,
    [userId, name, tokenHash(token), SCOPES, grantId],
  );
  return { grantId, token, appId: app.id };
}

const narrow = (id: number, body: object, token = owner) =>
  gateway.request(`/api/v1/grants/${id}`, { method: 'PUT', token, body });
const end = (id: number, token = owner) =>
  gateway.request(`/api/v1/grants/${id}`, { method: 'DELETE', token });
const statusOf = async (path: string, token: string) => (await gateway.get(path, token)).status;

describe('a user’s grant to an app', () => {
  it('is listed for and shown to that user only', async () => {
    const { grantId, appId } = await letIn('Listed buddy', [17]);
    const { body } = await gateway.list('/grants?filter[name]=listed', owner);
    expect(body.data).toMatchObject([
      { id: String(grantId), app_id: String(appId), name: 'Listed buddy', financial_accounts: ['17'] },
    ]);
    expect((await gateway.get(`/grants/${grantId}`, owner)).body['data']).toEqual(body.data[0]);
    expect((await gateway.list('/grants', other)).body.data).toEqual([]);
    const [foreign, missing] = [`/grants/${grantId}`, '/grants/9999'].map((path) => gateway.get(path, other));
    expect(await foreign).toMatchObject({ status: 404, body: (await missing)?.body });
  });

  it('can be restricted, from the app’s next request on', async () => {
    const { grantId, token } = await letIn('Buddy');
    expect(await statusOf('/finance/transactions', token)).toBe(200);
    expect(await statusOf('/finance/accounts/18', token)).toBe(200);
    const left = { scopes: ['accounts:read'], financial_accounts: ['17'] };
    const { status, body } = await narrow(grantId, left);
    expect(status).toBe(200);
    expect(body).toMatchObject({ message: 'Grant changed.', data: left });
    expect(await statusOf('/finance/transactions', token)).toBe(403);
    expect(await statusOf('/finance/accounts/18', token)).toBe(404);
    expect(await statusOf('/finance/accounts/17', token)).toBe(200);
  });

  it('has a name of the user’s own, and the name of its app again without one', async () => {
    const { grantId } = await letIn('Planner');
    expect((await narrow(grantId, { name: 'At home' })).body['data']).toMatchObject({
      name: 'At home',
      app_name: 'Planner',
      scopes: SCOPES,
      expires_at: null,
    });
    const { body } = await gateway.list('/grants?filter[name]=at home', owner);
    expect(body.data.map(({ id }) => id)).toEqual([String(grantId)]);
    expect((await narrow(grantId, { name: null })).body['data']).toMatchObject({ name: 'Planner' });
  });

  it('may end earlier: its tokens count no more from then on, and it is revoked', async () => {
    const { grantId, token, appId } = await letIn('Temporary');
    const expires_at = new Date(Date.now() + 1500).toISOString();
    expect((await narrow(grantId, { expires_at })).body['data']).toMatchObject({ expires_at });
    expect(await statusOf('/finance/accounts', token)).toBe(200);
    await eventually(async () => expect(await statusOf('/finance/accounts', token)).toBe(401));
    expect(Date.now() - Date.parse(expires_at)).toBeLessThan(1000);
    await eventually(async () => expect(await statusOf(`/grants/${grantId}`, owner)).toBe(404));
    expect(await findGrant(gateway.database, grantId)).toBeNull();

    const logger = new ServiceLogger(createPino({ service: 'test', level: 'silent' }));
    await new EndedGrants(gateway.database, logger).round();
    const { body } = await gateway.list(`/user/security-events?filter[app_id]=${appId}`, owner);
    expect(body.data.map(({ type }) => type)[0]).toBe('CONSENT_ENDED');
  });

  it('its end is published for the services that follow it', async () => {
    const { grantId } = await letIn('Followed');
    const expires_at = new Date(Date.now() + 60_000).toISOString();
    await narrow(grantId, { expires_at });
    const [followed] = await gateway.database.query<{ expires_at: Date }>(
      'select expires_at from followed_grants where grant_id = $1',
      [`app:${grantId}`],
    );
    expect(followed?.expires_at.toISOString()).toBe(expires_at);
  });

  it.each([
    ['later', { expires_at: '2999-01-01T00:00:00Z' }, /let the app ask you again/],
    ['past', { expires_at: '2020-01-01T00:00:00Z' }, /Delete the grant/],
  ])('is refused an end that is %s', async (_what, body, hint) => {
    const { grantId } = await letIn('Bounded');
    await narrow(grantId, { expires_at: new Date(Date.now() + 60_000).toISOString() });
    const answer = await narrow(grantId, body);
    expect({ status: answer.status, fields: Object.keys(answer.body['errors'] as object) }).toEqual({
      status: 422,
      fields: ['expires_at'],
    });
    expect(answer.body['message']).toMatch(hint);
  });

  it('is not changed by a body that names nothing', async () => {
    const { grantId } = await letIn('Unchanged');
    expect((await narrow(grantId, {})).status).toBe(422);
  });

  it('pauses what the app made and may not do any more', async () => {
    const { grantId, token } = await letIn('Feeder');
    const feed = { method: 'POST', token, body: { name: 'Actual' } };
    expect((await gateway.request('/api/v1/destinations/feed/connections', feed)).status).toBe(201);
    await narrow(grantId, { scopes: ['accounts:read', 'destinations:write'] });
    const { body } = await gateway.list('/made-by-apps', owner);
    expect(body.data).toMatchObject([{ paused: { reason: 'GRANT_NARROWED', by: 'Feeder' } }]);
  });

  it.each([
    ['scopes', { scopes: [...SCOPES, 'rules:read'] }, /let the app ask you again/],
    ['scopes', { scopes: [] }, /delete the grant/],
    ['financial_accounts', { financial_accounts: null }, /let the app ask you again/],
    ['financial_accounts', { financial_accounts: [17, 18] }, /let the app ask you again/],
    ['financial_accounts', { financial_accounts: [999] }, /one of your accounts/],
  ])('never becomes more %s: %j', async (field, body, hint) => {
    const { grantId } = await letIn('Greedy', [17]);
    const before = (await gateway.get(`/grants/${grantId}`, owner)).body;
    const answer = await narrow(grantId, body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body['errors'] as object)).toEqual([field]);
    expect(answer.body['message']).toMatch(hint);
    expect((await gateway.get(`/grants/${grantId}`, owner)).body).toEqual(before);
  });

  it('ends with all tokens of the app, and is then no longer a grant', async () => {
    const { grantId, token } = await letIn('Ended');
    expect((await end(grantId, other)).status).toBe(404);
    expect(await statusOf('/finance/accounts', token)).toBe(200);
    expect((await end(grantId)).body).toEqual({ message: 'Grant revoked.' });
    expect(await statusOf('/finance/accounts', token)).toBe(401);
    for (const answer of [await end(grantId), await narrow(grantId, {})]) expect(answer.status).toBe(404);
    expect(await statusOf(`/grants/${grantId}`, owner)).toBe(404);
  });

  it('can be changed by its user, not by the app', async () => {
    const { grantId, token } = await letIn('Self-made');
    expect((await narrow(grantId, { scopes: ['accounts:read'] }, token)).status).toBe(403);
    expect(await statusOf('/grants', token)).toBe(403);
  });

  it('shows in the security events', async () => {
    const { grantId, appId } = await letIn('Audited');
    await narrow(grantId, { scopes: ['accounts:read'] });
    await end(grantId);
    const { body } = await gateway.list(`/user/security-events?filter[app_id]=${appId}&sort=id`, owner);
    expect(body.data.map(({ type }) => type)).toEqual([
      'APP_CREATED',
      'CONSENT_GIVEN',
      'CONSENT_CHANGED',
      'CONSENT_REVOKED',
    ]);
  });
});
