import { AccountUpsertedV1 } from '@tributary/contracts';
import { Visitor, requestOperation } from '@tributary/testing';
import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { registerApp } from '../../../registered-app';
import { createGrant } from '../../../../src/identity/apps/grants';
import { issueManagedToken } from '../../../../src/identity/oauth/managed-users';
import { readApp } from '../../../../src/identity/authorizations/oauth-apps.store';
import { GatewayUnderTest } from '../../../gateway-under-test';
import { accountOf } from '../../../samples';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
});
afterAll(() => gateway.close());

const rows = <Row>(sql: string, values: unknown[]) => gateway.database.query<Row>(sql, values);
const ask = (kind: string, parameters: object) => requestOperation(rows, kind, parameters);

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

it('a user is created with a password that only the requesting process can read, and the record keeps no name', async () => {
  const wanted = { email: 'New@Example.com', name: 'Newcomer', plan: 'PLUS', publicKey: KEY };
  const { user, password } = JSON.parse(await ask('create-user', wanted)) as {
    user: number;
    password: string;
  };
  expect(opened(password)).toMatch(/^([2-9a-z]{5}-){3}[2-9a-z]{5}$/);
  expect(await signIn('new@example.com', opened(password))).toBe(303);
  expect((await trail(user))[0]).toEqual({ kind: 'SIGNED_UP', by: 'operator' });
  const kept = await rows<{ text: string }>('select r::text as text from operator_requests r', []);
  for (const { text } of kept) {
    for (const secret of ['xample.com', 'Newcomer', opened(password)]) expect(text).not.toContain(secret);
  }
  await expect(ask('create-user', wanted)).rejects.toThrow('There is an account with this e-mail address');
  await expect(ask('create-user', { ...wanted, plan: 'GOLD' })).rejects.toThrow('plan');
});

it('a reset password ends all sessions and a block after wrong ones, and is in the user’s trail', async () => {
  const { browser, email, userId } = await signedUp();
  for (let attempt = 0; attempt < 6; attempt += 1) await signIn(email, 'wrong password');
  expect(await signIn(email, PASSWORD)).toBe(429);
  const { sessions, password } = JSON.parse(await ask('reset-password', { userId, publicKey: KEY })) as {
    sessions: number;
    password: string;
  };
  expect(sessions).toBe(1);
  expect(await browser.isSignedIn()).toBe(false);
  expect(await signIn(email, opened(password))).toBe(303);
  expect(await signIn(email, PASSWORD)).toBe(422);
  expect(await trail(userId)).toContainEqual({ kind: 'PASSWORD_RESET', by: 'operator' });
  await expect(ask('reset-password', { userId: 99_999, publicKey: KEY })).rejects.toThrow('there is no user');
  await expect(ask('reset-password', { userId, publicKey: 'x' })).rejects.toThrow('no RSA key');
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

  expect(await ask('disable-user', { userId })).toBe(`user ${userId} is disabled, 1 sessions ended`);
  const later = await issueManagedToken(gateway.database, app, 'their-8', ['profile:read']);
  expect([await status(token), await status(managed.token), await status(later.token)]).toEqual([
    401, 401, 401,
  ]);
  expect(await browser.isSignedIn()).toBe(false);
  expect(await signIn(email, PASSWORD)).toBe(422);

  expect(await ask('enable-user', { userId })).toBe(`user ${userId} is enabled`);
  expect([await status(token), await status(managed.token), await status(later.token)]).toEqual([
    200, 200, 200,
  ]);
  expect(await browser.isSignedIn()).toBe(false);
  expect(await signIn(email, PASSWORD)).toBe(303);
  const kinds = (await trail(userId)).map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['USER_DISABLED', 'USER_ENABLED']));
  await expect(ask('disable-user', { userId: 99_999 })).rejects.toThrow('there is no user 99999');
});

it('a plan applies from the next request on', async () => {
  const { userId } = await signedUp();
  const token = await gateway.token({ userId });
  expect(await ask('set-plan', { userId, plan: 'PRO' })).toBe(`user ${userId} is on plan PRO`);
  expect((await gateway.get('/user', token)).body['data']).toMatchObject({ plan: 'PRO' });
  await ask('set-plan', { userId, plan: 'PRO' });
  const changes = (await trail(userId)).filter(({ kind }) => kind === 'PLAN_CHANGED');
  expect(changes).toEqual([{ kind: 'PLAN_CHANGED', by: 'operator' }]);
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

  expect(await ask('revoke-token', { id: ids[0]?.id })).toBe(`token ${ids[0]?.id} is revoked`);
  expect(await statuses()).toEqual([401, 200, 200]);
  await expect(ask('revoke-token', { id: ids[0]?.id })).rejects.toThrow('that counts');
  const [first, second] = [await grant(), await grant()];
  expect(await ask('revoke-grant', { id: first })).toBe(`grant ${first} is revoked`);
  await expect(ask('revoke-grant', { id: first })).rejects.toThrow('that holds');
  expect(await ask('revoke-accesses', { userId })).toBe('2 tokens and 1 grants are revoked');
  expect(await statuses()).toEqual([401, 401, 401]);
  await expect(ask('revoke-grant', { id: second })).rejects.toThrow('that holds');
  expect(await ask('delete-app', { id: appId })).toBe(`app ${appId} is deleted`);
  await expect(ask('delete-app', { id: appId })).rejects.toThrow(`there is no app ${appId}`);
  const byOperator = (await trail(userId)).filter(({ by }) => by === 'operator').map(({ kind }) => kind);
  expect(new Set(byOperator)).toEqual(new Set(['TOKEN_REVOKED', 'CONSENT_REVOKED', 'APP_DELETED']));
});

it('an invitation is shown to the operator only, creates one account, and the record keeps neither its text nor its address', async () => {
  const made = JSON.parse(
    await ask('create-invitation', { email: 'Guest@Example.com', days: 3, publicKey: KEY }),
  ) as { invitation: number; expires_at: string; public_url: null; text: string };
  expect(made.public_url).toBeNull();
  expect(Date.parse(made.expires_at) - Date.now()).toBeGreaterThan(2.9 * 86_400_000);
  const text = opened(made.text);
  expect(text).toMatch(/^trb_inv_/);
  const kept = await rows<{ text: string }>('select r::text as text from operator_requests r', []);
  expect(kept.filter((row) => row.text.includes('xample.com') || row.text.includes(text.slice(8)))).toEqual(
    [],
  );
  const page = `/sign-up?invitation=${text}`;
  const guest = { email: 'guest@example.com', name: 'Guest', password: PASSWORD, invitation: text };
  expect((await new Visitor(gateway.url).submit(page, guest, '/sign-up')).status).toBe(303);
  expect(await rows('select 1 from invitations', [])).toEqual([]);

  const other = JSON.parse(await ask('create-invitation', { days: 1, publicKey: KEY })) as {
    invitation: number;
  };
  const { invitation: id } = other;
  expect(await ask('withdraw-invitation', { id })).toBe(`invitation ${id} is withdrawn`);
  await expect(ask('withdraw-invitation', { id })).rejects.toThrow(`there is no invitation ${id}`);
  await expect(ask('create-invitation', { email: 'x', days: 1, publicKey: KEY })).rejects.toThrow(
    'no e-mail',
  );
  await expect(ask('create-invitation', { days: 91, publicKey: KEY })).rejects.toThrow('days');
});
