import { Visitor } from '@tributary/testing';
import { appToken } from '../../contract/minted-tokens';
import { GatewayUnderTest } from '../../gateway-under-test';
import { SESSION_COOKIE } from '../../../src/identity/sessions/cookies';

const PASSWORD = 'correct horse battery';
const NEXT = 'another horse battery';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
});
afterAll(() => gateway.close());

async function signedUp() {
  const one = new Visitor(gateway.url);
  const email = await one.signUp();
  const [user] = await gateway.database.query<{ id: number }>('select id from users where email = $1', [
    email,
  ]);
  const userId = user?.id ?? 0;
  return { one, email, userId, token: await gateway.token({ userId }) };
}

const change = (token: string, body: object) =>
  gateway.request('/api/v1/user', { method: 'PUT', token, body });
const shown = async (token: string) => (await gateway.get('/user', token)).body['data'];
const signsIn = async (email: string, password: string) =>
  (await new Visitor(gateway.url).submit('/sign-in', { email, password })).status === 303;
const kinds = async (userId: number) =>
  (
    await gateway.database.query<{ kind: string }>(
      'select kind from security_events where user_id = $1 order by id',
      [userId],
    )
  ).map(({ kind }) => kind);

it('a name changes alone, without the password', async () => {
  const { token, email } = await signedUp();
  expect(await change(token, { name: '  Aino  ' })).toMatchObject({
    status: 200,
    body: { message: 'User changed.' },
  });
  expect(await shown(token)).toMatchObject({ name: 'Aino', email });
});

it('a new address counts at once, with the present password, in lower case', async () => {
  const { token, email, userId } = await signedUp();
  const next = `Next-${email}`;
  expect((await change(token, { email: next, current_password: PASSWORD })).status).toBe(200);
  expect(await shown(token)).toMatchObject({ email: next.toLowerCase() });
  expect(await signsIn(email, PASSWORD)).toBe(false);
  expect(await signsIn(next, PASSWORD)).toBe(true);
  expect(await kinds(userId)).toContain('EMAIL_CHANGED');
});

it('an address that another account has is answered as a free one, stays theirs, and is in their audit trail', async () => {
  const { token, email } = await signedUp();
  const owner = await signedUp();
  const free = await change(token, { email: `free-${email}`, current_password: PASSWORD });
  const taken = await change(token, { email: owner.email, current_password: PASSWORD });
  const seen = ({ status, body, headers }: typeof free) => ({
    status,
    body,
    headers: [...headers.keys()].sort(),
  });
  expect(seen(taken)).toEqual(seen(free));
  expect(await shown(token)).toMatchObject({ email: `free-${email}` });
  expect(await shown(owner.token)).toMatchObject({ email: owner.email });
  expect(await signsIn(owner.email, PASSWORD)).toBe(true);
  expect(await kinds(owner.userId)).toContain('SIGN_UP_REPEATED');
});

it('addresses can be tried as often as signing up can', async () => {
  const limited = await GatewayUnderTest.start({ RATE_LIMIT_SIGN_UPS_PER_HOUR: '3' });
  try {
    const one = new Visitor(limited.url);
    const email = await one.signUp();
    const [user] = await limited.database.query<{ id: number }>('select id from users where email = $1', [
      email,
    ]);
    const token = await limited.token({ userId: user?.id ?? 0 });
    const statuses: number[] = [];
    for (const turn of [1, 2, 3]) {
      const body = { email: `try-${turn}@example.com`, current_password: PASSWORD };
      statuses.push((await limited.request('/api/v1/user', { method: 'PUT', token, body })).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
  } finally {
    await limited.close();
  }
});

it('a new password signs out every browser, and tokens and apps where that is asked for', async () => {
  const { one, token, email, userId } = await signedUp();
  expect(await one.isSignedIn()).toBe(true);
  expect((await change(token, { password: NEXT, current_password: PASSWORD })).status).toBe(200);
  expect(await one.isSignedIn()).toBe(false);
  expect(one.cookie(SESSION_COOKIE)).toBeDefined();
  expect(await signsIn(email, PASSWORD)).toBe(false);
  expect(await signsIn(email, NEXT)).toBe(true);
  expect(await kinds(userId)).toContain('PASSWORD_CHANGED');
  const again = { password: PASSWORD, current_password: NEXT, end: ['tokens'] };
  expect((await change(token, again)).status).toBe(200);
  expect((await gateway.get('/user', token)).status).toBe(401);
});

it('in the console a new password signs out every other browser', async () => {
  const { one, email } = await signedUp();
  const elsewhere = new Visitor(gateway.url);
  await elsewhere.submit('/sign-in', { email, password: PASSWORD });
  const wrong = { password: NEXT, current_password: 'wrong' };
  expect((await one.console('PUT', '/user', wrong)).status).toBe(422);
  expect((await one.console('PUT', '/user', { ...wrong, current_password: PASSWORD })).status).toBe(200);
  expect([await one.isSignedIn(), await elsewhere.isSignedIn()]).toEqual([true, false]);
  expect(await signsIn(email, NEXT)).toBe(true);
});

it('a new password ends no session where that is not wanted, and its event says what it ended', async () => {
  const { one, email, token, userId } = await signedUp();
  const elsewhere = new Visitor(gateway.url);
  await elsewhere.submit('/sign-in', { email, password: PASSWORD });
  const letIn = await appToken(gateway, userId, ['profile:read']);
  const statuses = async () => [
    await elsewhere.isSignedIn(),
    (await gateway.get('/user', token)).status,
    (await gateway.get('/user', letIn)).status,
  ];
  const first = { password: NEXT, current_password: PASSWORD, end: [] };
  expect((await one.console('PUT', '/user', first)).status).toBe(200);
  expect(await statuses()).toEqual([true, 200, 200]);
  const second = { password: PASSWORD, current_password: NEXT, end: ['tokens', 'grants'] };
  expect((await one.console('PUT', '/user', second)).status).toBe(200);
  expect(await statuses()).toEqual([true, 401, 401]);
  const events = await gateway.database.query<{ kind: string; details: object }>(
    // The use of a token is noted in the background, at any moment.
    `select kind, details from security_events
      where user_id = $1 and kind <> 'TOKEN_USED_FROM_NEW_ADDRESS' order by id desc limit 3`,
    [userId],
  );
  expect(events.map(({ kind }) => kind).sort()).toEqual([
    'CONSENT_REVOKED',
    'PASSWORD_CHANGED',
    'TOKEN_REVOKED',
  ]);
  const changed = events.find(({ kind }) => kind === 'PASSWORD_CHANGED');
  expect(changed?.details).toEqual({ sessions: 0, tokens: 1, grants: 1 });
});

it.each([
  ['nothing', {}, 'body'],
  ['no name', { name: ' ' }, 'name'],
  ['no address', { email: 'nonsense', current_password: PASSWORD }, 'email'],
  ['a short password', { password: 'short', current_password: PASSWORD }, 'password'],
  ['an address without the password', { email: 'new@example.com' }, 'current_password'],
  ['a password without the present one', { password: NEXT }, 'current_password'],
  ['a wrong password', { password: NEXT, current_password: 'wrong' }, 'current_password'],
  ['an end without a new password', { name: 'Aino', end: ['tokens'] }, 'end'],
  ['an unknown member', { plan: 'PRO' }, 'plan'],
])('%s is 422 by its name, and changes nothing', async (_what, body, field) => {
  const { token } = await signedUp();
  const before = await shown(token);
  const { status, body: answer } = await change(token, body);
  expect(status).toBe(422);
  expect(Object.keys(answer['errors'] as object)).toEqual([field]);
  expect(await shown(token)).toEqual(before);
});

it('wrong passwords are counted as those at the sign-in, and the pause is 429', async () => {
  const { token } = await signedUp();
  const statuses: number[] = [];
  for (let turn = 0; turn < 7; turn += 1) {
    statuses.push((await change(token, { password: NEXT, current_password: `wrong ${turn}` })).status);
  }
  expect(statuses.slice(0, 5)).toEqual([422, 422, 422, 422, 422]);
  expect(statuses).toContain(429);
});

it('is the owner’s: a restricted token and an app change nothing', async () => {
  const { userId } = await signedUp();
  const restricted = await gateway.token({ userId, scopes: ['profile:read'] });
  expect((await change(restricted, { name: 'Mallory' })).status).toBe(403);
});
