import { Database } from '@tributary/persistence';
import { Visitor, eventually } from '@tributary/testing';
import { Client } from 'pg';
import { issuePersonalToken, revokeToken } from '../../../src/identity/tokens/issue-personal-token';
import { createGrant } from '../../../src/identity/apps/grants';
import { rotateAppSecret } from '../../../src/identity/apps/apps';
import { registerApp } from '../../registered-app';
import { newTokenText, TOKEN_PREFIXES, tokenHash } from '../../../src/identity/codes/token-text';
import { GatewayUnderTest } from '../../gateway-under-test';

let gateway: GatewayUnderTest;
let database: Database;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start({ TRUSTED_PROXIES: '127.0.0.1,::1' });
  ({ database } = gateway);
});
afterAll(() => gateway.close());

const PASSWORD = 'correct horse battery';
let users = 0;

/** A user of their own for a test, and the token that reads the trail. */
async function newUser(): Promise<{ userId: number; owner: string }> {
  users += 1;
  const userId = await gateway.user(`user-${users}@example.com`);
  return { userId, owner: await gateway.token({ userId }) };
}

const from = (address: string) => ({ 'x-forwarded-for': address });

async function use(token: string, address: string): Promise<void> {
  const { status } = await gateway.request('/api/v1/finance/accounts', { token, headers: from(address) });
  expect(status).toBe(200);
}

async function trail(owner: string, query = ''): Promise<readonly Record<string, unknown>[]> {
  const { status, body } = await gateway.list(`/user/security-events?${query}`, owner);
  expect(status).toBe(200);
  return body.data;
}

const NEW_USES = 'filter[type]=TOKEN_USED_FROM_NEW_ADDRESS&sort=id';

describe('the use of a token', () => {
  it('is recorded once for each network', async () => {
    const { userId, owner } = await newUser();
    const { id, token } = await issuePersonalToken(database, { userId, name: 'backup' });
    await use(token, '203.0.113.5');
    await use(token, '203.0.113.99');
    await use(token, '2001:db8:1::7');
    await use(token, '2001:db8:1:ffff::8');
    await use(token, '198.51.100.1');
    await eventually(async () => {
      const events = await trail(owner, `${NEW_USES}&filter[token_id]=${id}`);
      expect(events.map(({ address }) => address).sort()).toEqual([
        '198.51.100.0/24',
        '2001:db8:1::/48',
        '203.0.113.0/24',
      ]);
      expect(events[0]).toMatchObject({ name: 'backup', token_id: String(id), app_id: null });
    });
  });

  it('from a known network costs no further statement', async () => {
    const { userId, owner } = await newUser();
    const { id, token } = await issuePersonalToken(database, { userId, name: 'often' });
    await use(token, '192.0.2.9');
    await eventually(async () =>
      expect(await trail(owner, `${NEW_USES}&filter[token_id]=${id}`)).toHaveLength(1),
    );
    const query = jest.spyOn(Client.prototype, 'query');
    for (let turn = 0; turn < 50; turn += 1) await use(token, '192.0.2.9');
    const written = query.mock.calls.filter((call) => JSON.stringify(call).includes('known_networks'));
    query.mockRestore();
    expect(written).toEqual([]);
  });

  it('is recorded for an app by its consent, since tokens change', async () => {
    const { userId, owner } = await newUser();
    const settings = { name: 'Buddy', homepage: null, redirectUris: ['https://buddy.example/back'] };
    const app = await registerApp(
      database,
      { userId },
      {
        ...settings,
        scopes: ['accounts:read'],
        confidential: true,
        managesUsers: false,
      },
    );
    const grantId = await database.transaction((tx) =>
      createGrant(tx, { userId, appId: app.id, scopes: ['accounts:read'], accountIds: null }),
    );
    for (let hour = 0; hour < 3; hour += 1) {
      const token = newTokenText(TOKEN_PREFIXES.oauthAccess);
      await database.execute(
        `insert into tokens (user_id, kind, name, token_hash, scopes, grant_id, expires_at)
         values ($1, 'OAUTH', 'Buddy', $2, '{accounts:read}', $3, now() + interval '1 hour')`,
        [userId, tokenHash(token), grantId],
      );
      await use(token, `203.0.113.${hour}`);
      await eventually(async () => {
        const events = await trail(owner, `${NEW_USES}&filter[app_id]=${app.id}`);
        expect(events).toMatchObject([{ name: 'Buddy', token_id: null, app_id: String(app.id) }]);
      });
      const headers = from(`203.0.113.${hour}`);
      expect((await gateway.request('/api/v1/user/security-events', { token, headers })).status).toBe(403);
    }
    await rotateAppSecret(database, { userId, address: '203.0.113.4' }, app.id);
    const events = await trail(
      owner,
      `filter[app_id]=${app.id}&filter[type]=CONSENT_GIVEN,APP_SECRET_ROTATED`,
    );
    expect(events.map(({ type }) => type)).toEqual(['APP_SECRET_ROTATED', 'CONSENT_GIVEN']);
  });

  it('from a missing or invalid address is not recorded', async () => {
    const { userId, owner } = await newUser();
    const token = await gateway.token({ userId });
    await use(token, 'unknown');
    await use(token, '192.0.2.1');
    await eventually(async () => expect(await trail(owner, NEW_USES)).not.toEqual([]));
    const addresses = (await trail(owner, NEW_USES)).map(({ address }) => address);
    expect(addresses).not.toContain(null);
  });
});

describe('the audit trail', () => {
  it('lists sign-ins, those from new networks and failed ones, changes of passwords and tokens', async () => {
    const home = new Visitor(gateway.url, from('203.0.113.1'));
    const email = await home.signUp();
    const [user] = await database.query<{ id: number }>('select id from users where email = $1', [email]);
    const userId = user?.id ?? 0;
    const abroad = new Visitor(gateway.url, from('198.51.100.7'));
    await abroad.submit('/sign-in', { email, password: 'a wrong password' });
    await abroad.submit('/sign-in', { email, password: PASSWORD });
    await new Visitor(gateway.url, from('203.0.113.200')).submit('/sign-in', { email, password: PASSWORD });
    const passwords = { current_password: PASSWORD, password: 'another long password' };
    await abroad.console('PUT', '/user', passwords);
    const made = await issuePersonalToken(database, { userId, name: 'gone', address: '203.0.113.1' });
    await revokeToken(database, made.id, { userId, address: '203.0.113.1' });
    const owner = await gateway.token({ userId });
    // The use of this very token is recorded when it has been answered.
    const events = (await trail(owner, 'sort=id')).filter(
      ({ type }) => type !== 'TOKEN_USED_FROM_NEW_ADDRESS',
    );
    expect(events.map(({ type, address }) => `${String(type)} ${String(address)}`)).toEqual([
      'SIGNED_UP 203.0.113.0/24',
      'SIGNED_IN 203.0.113.0/24',
      'SIGN_IN_FAILED 198.51.100.0/24',
      'SIGNED_IN_FROM_NEW_ADDRESS 198.51.100.0/24',
      'SIGNED_IN 203.0.113.0/24',
      'PASSWORD_CHANGED 198.51.100.0/24',
      'TOKEN_CREATED 203.0.113.0/24',
      'TOKEN_REVOKED 203.0.113.0/24',
      'TOKEN_CREATED null',
    ]);
  });

  it('is visible to its owner only', async () => {
    const [{ userId, owner }, other] = [await newUser(), await newUser()];
    await issuePersonalToken(database, { userId, name: 'secret plans' });
    expect(JSON.stringify(await trail(owner))).toContain('secret plans');
    expect(JSON.stringify(await trail(other.owner))).not.toContain('secret plans');
    for (const restricted of [{ scopes: ['profile:read'] as const }, { accountIds: [1] }]) {
      const token = await gateway.token({ userId, ...restricted });
      expect((await gateway.get('/user/security-events', token)).status).toBe(403);
    }
  });

  it('is deleted after its retention, as are networks unused since', async () => {
    const { userId, owner } = await newUser();
    await database.execute(
      `insert into security_events (user_id, kind, address, occurred_at)
       values ($1, 'SIGNED_IN', '192.0.2.0/24', now() - interval '366 days'),
              ($1, 'SIGNED_IN', '192.0.2.0/24', now() - interval '364 days')`,
      [userId],
    );
    await database.execute(
      `insert into known_networks (user_id, subject, network, first_seen_at, last_seen_at)
       values ($1, 'sign-in', 'old', now() - interval '400 days', now() - interval '366 days'),
              ($1, 'sign-in', 'in use', now() - interval '400 days', now() - interval '1 day')`,
      [userId],
    );
    await gateway.endedAccess.round();
    const networks = await database.query<{ network: string }>(
      'select network from known_networks where user_id = $1',
      [userId],
    );
    expect(networks).toEqual([{ network: 'in use' }]);
    expect(await trail(owner, 'filter[type]=SIGNED_IN')).toHaveLength(1);
  });
});
