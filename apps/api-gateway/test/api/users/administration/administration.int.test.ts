import { AccountUpsertedV1 } from '@tributary/contracts';
import { Visitor, requestOperation } from '@tributary/testing';
import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { registerApp } from '../../../registered-app';
import { createGrant } from '../../../../src/identity/apps/grants';
import { issueManagedToken } from '../../../../src/identity/oauth/managed-users';
import { readApp } from '../../../../src/identity/authorizations/oauth-apps.store';
import { GatewayUnderTest } from '../../../gateway-under-test';
import { accountOf } from '../../../samples';
import { administrator } from '../../../administrators';

let gateway: GatewayUnderTest;
let admin: { readonly userId: number; readonly token: string };
beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
});
afterAll(() => gateway.close());

const rows = <Row>(sql: string, values: unknown[]) => gateway.database.query<Row>(sql, values);
const ask = (kind: string, parameters: object) => requestOperation(rows, kind, parameters);

type Fields = Record<string, unknown>;
const administer = async (method: string, path: string, body?: object) => {
  admin ??= await administrator(gateway);
  return gateway.request<Fields>(`/api/v1/admin${path}`, { method, token: admin.token, body });
};

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const KEY = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
const opened = (sealed: string) =>
  privateDecrypt(
    { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    Buffer.from(sealed, 'base64'),
  ).toString();

const PASSWORD = 'correct horse battery';

async function signedUp(): Promise<{ browser: Visitor; email: string; userId: number }> {
  const browser = new Visitor(gateway.url);
  const email = await browser.signUp();
  const [user] = await rows<{ id: number }>('select id from users where email = $1', [email]);
  return { browser, email, userId: user?.id ?? 0 };
}

const signIn = async (email: string, password: string) =>
  (await new Visitor(gateway.url).submit('/sign-in', { email, password })).status;
const trail = (userId: number) =>
  rows<{ kind: string; by: string | null }>(
    `select kind, details->>'by' as by from security_events where user_id = $1 order by id`,
    [userId],
  );

it('the code for the first user can be read by the requesting process only, and is made while there is no administrator', async () => {
  const made = JSON.parse(await ask('create-first-run-code', { publicKey: KEY })) as {
    public_url: null;
    code: string;
  };
  expect(made.public_url).toBeNull();
  const kept = await rows<{ text: string }>('select r::text as text from operator_requests r', []);
  expect(kept.some(({ text }) => text.includes(opened(made.code)))).toBe(false);
  const form = { name: 'Maija', email: 'first@example.com', password: PASSWORD, code: opened(made.code) };
  expect((await new Visitor(gateway.url).submit('/first-run', form)).status).toBe(303);
  await expect(ask('create-first-run-code', { publicKey: KEY })).rejects.toThrow(
    'there is an administrator already',
  );
});

it('a reset password ends all sessions and a block after wrong ones, and is in the user’s trail', async () => {
  const { browser, email, userId } = await signedUp();
  for (let attempt = 0; attempt < 6; attempt += 1) await signIn(email, 'wrong password');
  expect(await signIn(email, PASSWORD)).toBe(429);
  const reset = JSON.parse(
    await ask('reset-password', { user: ` ${email.toUpperCase()}`, publicKey: KEY }),
  ) as {
    user: number;
    sessions: number;
    password: string;
  };
  const { password } = reset;
  expect(reset).toMatchObject({ user: userId, sessions: 1 });
  expect(await browser.isSignedIn()).toBe(false);
  expect(await signIn(email, opened(password))).toBe(303);
  expect(await signIn(email, PASSWORD)).toBe(422);
  expect(await trail(userId)).toContainEqual({ kind: 'PASSWORD_RESET', by: 'operator' });
  const kept = await rows<{ text: string }>('select r::text as text from operator_requests r', []);
  for (const { text } of kept) expect(text.toLowerCase()).not.toContain(email);
  await expect(ask('reset-password', { user: '99999', publicKey: KEY })).rejects.toThrow('there is no user');
  await expect(ask('reset-password', { user: String(userId), publicKey: 'x' })).rejects.toThrow('no RSA key');
});

it('a disabled user cannot use pages, tokens and apps, nor can users whom the apps manage; enabling restores all but sessions', async () => {
  const { browser, email, userId } = await signedUp();
  const token = await gateway.token({ userId });
  await gateway.publish(AccountUpsertedV1, 17, accountOf(userId, 17));
  const { id } = await registerApp(
    gateway.database,
    { userId },
    {
      name: 'Manager',
      homepage: null,
      redirectUris: ['https://client.example/callback'],
      scopes: ['profile:read'],
      confidential: true,
      managesUsers: true,
    },
  );
  const app = await readApp(gateway.database, userId, id);
  if (!app) throw new Error('the app is gone');
  const managed = await issueManagedToken(gateway.database, app, 'their-7', ['profile:read']);
  const status = async (of: string) => (await gateway.get('/user', of)).status;
  expect([await status(token), await status(managed.token)]).toEqual([200, 200]);

  await administer('PUT', `/users/${userId}`, { disabled: true });
  const later = await issueManagedToken(gateway.database, app, 'their-8', ['profile:read']);
  expect([await status(token), await status(managed.token), await status(later.token)]).toEqual([
    401, 401, 401,
  ]);
  expect(await browser.isSignedIn()).toBe(false);
  expect(await signIn(email, PASSWORD)).toBe(422);

  await administer('PUT', `/users/${userId}`, { disabled: false });
  expect([await status(token), await status(managed.token), await status(later.token)]).toEqual([
    200, 200, 200,
  ]);
  expect(await browser.isSignedIn()).toBe(false);
  expect(await signIn(email, PASSWORD)).toBe(303);
  const kinds = (await trail(userId)).map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['USER_DISABLED', 'USER_ENABLED']));
});

it('a plan applies from the next request on', async () => {
  const { userId } = await signedUp();
  const token = await gateway.token({ userId });
  await administer('PUT', `/users/${userId}`, { plan: 'PRO' });
  expect((await gateway.get('/user', token)).body['data']).toMatchObject({ plan: 'PRO' });
  await administer('PUT', `/users/${userId}`, { plan: 'PRO' });
  const changes = (await trail(userId)).filter(({ kind }) => kind === 'PLAN_CHANGED');
  expect(changes).toEqual([{ kind: 'PLAN_CHANGED', by: 'administrator' }]);
});

it('tokens, grants and apps end, one by one and all of a user', async () => {
  const { userId } = await signedUp();
  const owner = { userId };
  const settings = { name: 'Buddy', homepage: null, scopes: ['profile:read' as const], confidential: true };
  const { id: appId } = await registerApp(gateway.database, owner, {
    ...settings,
    redirectUris: ['https://client.example/callback'],
    managesUsers: false,
  });
  const grant = () =>
    gateway.database.transaction((tx) =>
      createGrant(tx, { userId, appId, scopes: ['profile:read'], accountIds: null }),
    );
  const tokens = [await gateway.token(owner), await gateway.token(owner), await gateway.token(owner)];
  const ids = await rows<{ id: number }>('select id from tokens where user_id = $1 order by id', [userId]);
  const statuses = async () =>
    Promise.all(tokens.map(async (token) => (await gateway.get('/user', token)).status));

  const listed = async (path: string) =>
    ((await administer('GET', path)).body['data'] as { id: string }[]).map(({ id }) => Number(id));
  const byId = (of: readonly { id: number }[]) => of.map(({ id }) => id);
  expect(await listed(`/users/${userId}/tokens?sort=id`)).toEqual(byId(ids));
  expect((await administer('DELETE', `/tokens/${ids[0]?.id}`)).status).toBe(200);
  expect(await statuses()).toEqual([401, 200, 200]);
  expect((await administer('DELETE', `/tokens/${ids[0]?.id}`)).status).toBe(404);
  const [first, second] = [await grant(), await grant()];
  expect(await listed(`/users/${userId}/grants?sort=id`)).toEqual([first, second]);
  expect((await administer('DELETE', `/grants/${first}`)).status).toBe(200);
  expect((await administer('DELETE', `/grants/${first}`)).status).toBe(404);
  expect((await administer('POST', `/users/${userId}/revoke-accesses`)).body['data']).toEqual({
    tokens: '2',
    grants: '1',
  });
  expect(await statuses()).toEqual([401, 401, 401]);
  expect((await administer('DELETE', `/grants/${second}`)).status).toBe(404);
  expect(await listed(`/apps?filter[user_id]=${userId}`)).toEqual([appId]);
  expect((await administer('DELETE', `/apps/${appId}`)).status).toBe(200);
  expect((await administer('DELETE', `/apps/${appId}`)).status).toBe(404);
  const kinds = (await trail(userId)).filter(({ by }) => by === 'administrator').map(({ kind }) => kind);
  expect(new Set(kinds)).toEqual(new Set(['TOKEN_REVOKED', 'CONSENT_REVOKED', 'APP_DELETED']));
});

it('an invitation creates one account, and who used it is listed', async () => {
  const invite = async (body: object) =>
    (await administer('POST', '/invitations', body)).body['data'] as Fields;
  const made = await invite({ email: 'Guest@Example.com', days: 3 });
  expect(Date.parse(String(made['expires_at'])) - Date.now()).toBeGreaterThan(2.9 * 86_400_000);
  const { pathname, search, searchParams } = new URL(String(made['url']));
  const invitation = searchParams.get('invitation') ?? '';
  const guest = { email: 'guest@example.com', name: 'Guest', password: PASSWORD, invitation };
  const page = `${pathname}${search}`;
  expect((await new Visitor(gateway.url).submit(page, guest, '/sign-up')).status).toBe(303);
  expect(await rows('select 1 from invitations', [])).toEqual([]);
  const [newest] = (await administer('GET', '/invitations/used')).body['data'] as Fields[];
  const [user] = await rows<{ id: number }>('select id from users where email = $1', [guest.email]);
  expect(newest).toMatchObject({ invitation_id: made['id'], user_id: String(user?.id) });
});

describe('a token that is lent to an operator', () => {
  const lend = async (more: object = {}) => {
    const outcome = await ask('lend-token', { publicKey: KEY, operator: 'night shift', ...more });
    const { token, ...lent } = JSON.parse(outcome) as { user: number; id: number; token: string };
    return { ...lent, text: opened(token) };
  };

  it('is an administrator’s, in their trail, and only the requesting process can read it', async () => {
    const { user, text } = await lend({ user: String(admin.userId) });
    expect(user).toBe(admin.userId);
    expect((await gateway.request('/api/v1/admin/users', { token: text })).status).toBe(200);
    expect(await trail(user)).toContainEqual({ kind: 'TOKEN_CREATED', by: 'operator' });
    const kept = await rows<{ text: string }>('select r::text as text from operator_requests r', []);
    expect(kept.some((row) => row.text.includes(text))).toBe(false);
  });

  it('is nobody’s who is no administrator, and names who acts if there are several', async () => {
    const { userId } = await signedUp();
    await expect(lend({ user: String(userId) })).rejects.toThrow('is no administrator');
    await expect(lend()).rejects.toThrow('set TRIBUTARY_USER');
    await rows(`update users set role = 'USER' where id <> $1`, [admin.userId]);
    expect((await lend()).user).toBe(admin.userId);
    await rows(`update users set role = 'USER' where id = $1`, [admin.userId]);
    await expect(lend()).rejects.toThrow('nobody is an administrator');
  });
});
