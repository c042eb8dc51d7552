import { Consumption } from '@tributary/messaging';
import { Visitor, csrfOf, eventually } from '@tributary/testing';
import { GatewayUnderTest } from '../gateway-under-test';
import { playUserDataOwners } from '../played-user-data';
import { SESSION_COOKIE } from '../../src/auth/sessions/cookies';

let gateway: GatewayUnderTest;
let owners: Consumption[];
const PASSWORD = 'correct horse battery';

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  owners = await playUserDataOwners(gateway);
});
afterAll(async () => {
  await Promise.all(owners.map((owner) => owner.stop()));
  await gateway.stop();
});

async function signedUp(): Promise<{ one: Visitor; email: string; token: string }> {
  const one = new Visitor(gateway.url);
  const email = await one.signUp();
  const [user] = await gateway.database.query<{ id: number }>('select id from users where email = $1', [
    email,
  ]);
  return { one, email, token: await gateway.token({ userId: user?.id ?? 0 }) };
}

const isSignedIn = async (one: Visitor) => (await one.get('/account')).status === 200;

describe('deleting the account', () => {
  it('needs the password, sent by the page itself', async () => {
    const { one, token } = await signedUp();
    const other = await signedUp();
    const foreign = csrfOf((await other.one.get('/account/delete')).html);
    for (const _csrf of ['', 'nonsense', foreign]) {
      expect((await one.post('/account/delete', { _csrf, password: PASSWORD })).status).toBe(403);
    }
    for (const password of ['', 'wrong password']) {
      const { status, html } = await one.submit('/account/delete', { password });
      expect(status).toBe(422);
      expect(html).toContain('href="#password"');
    }
    expect(await isSignedIn(one)).toBe(true);
    expect((await gateway.get('/user', token)).status).toBe(200);
    const nobody = await new Visitor(gateway.url).get('/account/delete');
    expect(nobody.location).toBe(`${gateway.url}/sign-in?return_to=%2Faccount%2Fdelete`);
  });

  it('signs out in every browser, ends the token, and redirects to a page with the progress', async () => {
    const { one, email, token } = await signedUp();
    const elsewhere = new Visitor(gateway.url);
    await elsewhere.submit('/sign-in', { email, password: PASSWORD });
    const cookie = one.cookie(SESSION_COOKIE) ?? '';
    const { status, location } = await one.submit('/account/delete', { password: PASSWORD });
    expect(status).toBe(303);
    expect(location).toMatch(/\/erasures\/[0-9a-f-]{36}$/);
    expect(one.cookie(SESSION_COOKIE)).toBeUndefined();
    one.setCookie(SESSION_COOKIE, cookie);
    expect([await isSignedIn(one), await isSignedIn(elsewhere)]).toEqual([false, false]);
    expect((await gateway.get('/user', token)).status).toBe(401);
    expect((await new Visitor(gateway.url).submit('/sign-in', { email, password: PASSWORD })).status).toBe(
      422,
    );

    const stranger = new Visitor(gateway.url); // the page needs no sign-in, and does not identify the user
    const page = await eventually(async () => {
      const shown = await stranger.get(location ?? '');
      expect(shown.html).toContain('<h1>Your account is deleted</h1>');
      return shown;
    });
    expect(page.headers.get('refresh')).toBeNull();
    expect(page.html).not.toContain(email);
    expect((await stranger.get('/erasures/00000000-0000-4000-8000-000000000000')).status).toBe(404);
  });
});

describe('an export of the user’s data', () => {
  it('is created on request of the page itself, and downloaded by the signed-in user', async () => {
    const { one, email } = await signedUp();
    expect((await one.post('/account/export', { _csrf: '' })).status).toBe(403);
    expect((await one.get('/account/export')).status).toBe(404);
    const asked = await one.submit('/account', {}, '/account/export');
    expect([asked.status, asked.location]).toEqual([303, `${gateway.url}/account#export`]);
    await eventually(async () =>
      expect((await one.get('/account')).html).toContain('href="/account/export"'),
    );
    const { status, headers, html: text } = await one.get('/account/export');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/jsonl']);
    expect(headers.get('content-disposition')).toContain('tributary-export.jsonl');
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind: string; data: object });
    expect(lines.find(({ kind }) => kind === 'user')?.data).toMatchObject({ email });
    expect(lines.at(-1)).toMatchObject({ kind: 'end', data: { lines: lines.length - 2 } });
    expect((await (await signedUp()).one.get('/account/export')).status).toBe(404);
    expect((await new Visitor(gateway.url).get('/account/export')).status).toBe(303);
  });
});
