import { Visitor } from '@tributary/testing';
import { SESSION_COOKIE } from '../../../src/identity/sessions/cookies';
import { createFirstRunCode } from '../../../src/identity/sign-up/first-run';
import { invite } from '../../../src/identity/sign-up/invitations';
import { GatewayUnderTest } from '../../gateway-under-test';

let gateway: GatewayUnderTest;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start({ SIGN_UP: 'invitation' });
});
afterAll(() => gateway.close());
/** Every test begins where nobody has an account yet. */
beforeEach(async () => {
  await gateway.database.execute('delete from users');
  await gateway.database.execute('delete from one_use_codes');
});

const visitor = (to = gateway) => new Visitor(to.url);
const codeOf = async (of = gateway) => (await createFirstRunCode(of.database)) ?? '';
const filled = (code: string, email = 'maija@example.com') => ({
  code,
  name: 'Maija',
  email,
  password: 'correct horse battery',
});
const users = (of = gateway) =>
  of.database.query<{ id: number; email: string; role: string }>('select id, email, role from users');

it('the code of the terminal makes the first user, who is the administrator and is signed in', async () => {
  const one = visitor();
  const made = await one.submit('/first-run', filled(await codeOf()));
  expect([made.status, made.location]).toEqual([303, `${gateway.url}/welcome`]);
  const headers = {
    cookie: `${SESSION_COOKIE}=${one.cookie(SESSION_COOKIE) ?? ''}`,
    'sec-fetch-site': 'same-origin',
  };
  const { body } = await gateway.request<{ user: object }>('/console/session', { headers });
  expect(body.user).toMatchObject({ name: 'Maija', email: 'maija@example.com', role: 'ADMIN' });
  const signedIn = await visitor().submit('/sign-in', filled(''));
  expect([signedIn.status, signedIn.location]).toEqual([303, `${gateway.url}/`]);
});

it('the code may be typed in small letters, without dashes, and with an O for a zero', async () => {
  const code = await codeOf();
  const typed = ` ${code.toLowerCase().replaceAll('-', '').replaceAll('0', 'o').replaceAll('1', 'l')} `;
  expect((await visitor().submit('/first-run', filled(typed))).status).toBe(303);
});

it('there is one first user, however many try at the same time, and none later', async () => {
  const code = await codeOf();
  const emails = Array.from({ length: 5 }, (_, index) => `u${index}@example.com`);
  const all = await Promise.all(emails.map((email) => visitor().submit('/first-run', filled(code, email))));
  expect(all.filter(({ location }) => location?.endsWith('/welcome'))).toHaveLength(1);
  expect(await users()).toHaveLength(1);
  expect((await visitor().get('/first-run')).location).toBe(`${gateway.url}/`);
  expect(await createFirstRunCode(gateway.database)).toBeNull();
});

it('a wrong code, and one that a newer start replaced or that has ended, makes no user', async () => {
  const replaced = await codeOf();
  const code = await codeOf();
  for (const wrong of ['', 'AAAA-AAAA-AAAA', replaced]) {
    const refused = await visitor().submit('/first-run', filled(wrong));
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('href="#code"');
  }
  await gateway.database.execute('update one_use_codes set expires_at = now()');
  expect((await visitor().submit('/first-run', filled(code))).status).toBe(422);
  expect(await users()).toEqual([]);
});

it('what else is wrong in the form leaves the code as it is', async () => {
  const code = await codeOf();
  const short = await visitor().submit('/first-run', { ...filled(code), password: 'short' });
  expect(short.status).toBe(422);
  expect(short.html).toContain('href="#password"');
  expect(short.html).not.toContain(code);
  expect((await visitor().submit('/first-run', filled(code))).status).toBe(303);
});

it('attempts are limited, also for the right code', async () => {
  const limited = await GatewayUnderTest.start({
    SIGN_UP: 'invitation',
    RATE_LIMIT_SIGN_UPS_PER_HOUR: '10',
  });
  try {
    const attempt = async (code: string) =>
      (await visitor(limited).submit('/first-run', filled(code))).status;
    const code = await codeOf(limited);
    const statuses: number[] = [];
    for (let guess = 0; guess < 11; guess += 1) statuses.push(await attempt('AAAA-AAAA-AAAA'));
    expect(statuses).toEqual([...Array<number>(10).fill(422), 429]);
    expect(await attempt(code)).toBe(429);
    expect(await users(limited)).toEqual([]);
  } finally {
    await limited.close();
  }
});

it('the code is stored as a hash only', async () => {
  const code = await codeOf();
  const rows = await gateway.database.query<{ row: string }>('select c::text as row from one_use_codes c');
  expect(rows).toHaveLength(1);
  expect(rows[0]?.row).not.toContain(code);
});

it('where the first may sign up without a code, the first is the administrator, and an invited one is not', async () => {
  const open = await GatewayUnderTest.start({ SIGN_UP: 'first-user' });
  try {
    const [first, invited] = [new Visitor(open.url), new Visitor(open.url)];
    expect((await first.get('/first-run')).location).toBe(`${open.url}/sign-up`);
    const email = await first.signUp();
    const { text } = await invite(open.database, { email: null, days: 1 });
    const form = { name: 'Guest', email: 'guest@example.com', password: 'correct horse battery' };
    await invited.submit(`/sign-up?invitation=${text}`, { ...form, invitation: text }, '/sign-up');
    const roles = await open.database.query('select email, role, plan from users order by id');
    expect(roles).toEqual([
      { email, role: 'ADMIN', plan: 'PRO' },
      { email: 'guest@example.com', role: 'USER', plan: 'FREE' },
    ]);
  } finally {
    await open.close();
  }
});
