import { GatewayUnderTest } from '../../gateway-under-test';
import { csrfOf, Visitor } from '@tributary/testing';
import { SESSION_COOKIE } from '../../../src/identity/sessions/cookies';

let gateway: GatewayUnderTest;
const PASSWORD = 'correct horse battery';

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
});
afterAll(() => gateway.close());

const visitor = () => new Visitor(gateway.url);

describe('signing up and in', () => {
  it('creates an account on the free plan, whose password is stored only as argon2id', async () => {
    const email = await visitor().signUp();
    const [row] = await gateway.database.query<{ plan: string; password_hash: string }>(
      'select plan, password_hash from users where email = $1',
      [email],
    );
    expect(row?.plan).toBe('FREE');
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('continues to the requested page, on this site only', async () => {
    const email = await visitor().signUp();
    const to = async (return_to: string) =>
      (await visitor().submit('/sign-in', { email, password: PASSWORD, return_to })).location;
    expect(await to('/developers?tab=apps')).toBe(`${gateway.url}/developers?tab=apps`);
    for (const bad of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      expect(await to(bad)).toBe(`${gateway.url}/`);
    }
  });

  it('answers the same for a wrong password and an unknown user', async () => {
    const email = await visitor().signUp();
    const wrong = await visitor().submit('/sign-in', { email, password: 'wrong password' });
    const nobody = await visitor().submit('/sign-in', { email: 'nobody@example.com', password: PASSWORD });
    expect([wrong.status, nobody.status]).toEqual([422, 422]);
    const alertOf = ({ html }: { html: string }) => /role="alert">([\s\S]*?)<\/div>/.exec(html)?.[1];
    expect(alertOf(wrong)).toBe(alertOf(nobody));
  });

  it('keeps the session in a cookie of this host that scripts and other sites do not get, and stores only its hash', async () => {
    const one = visitor();
    const email = await one.signUp();
    const { headers } = await one.signOut();
    expect(headers.getSetCookie().join()).toMatch(/__Host-tributary_session=;/);
    const again = await one.submit('/sign-in', { email, password: PASSWORD });
    const line = again.headers.getSetCookie().find((cookie) => cookie.startsWith(SESSION_COOKIE)) ?? '';
    for (const part of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) expect(line).toContain(part);
    expect(line).not.toContain('Domain');
    const text = one.cookie(SESSION_COOKIE) ?? '';
    const rows = await gateway.database.query<{ row: string }>('select s::text as row from sessions s');
    expect(rows.some(({ row }) => row.includes(text.slice(8)))).toBe(false);
  });

  it('ends with the sign-out: the cookie is invalid afterwards', async () => {
    const one = visitor();
    await one.signUp();
    const cookie = one.cookie(SESSION_COOKIE) ?? '';
    await one.signOut();
    one.setCookie(SESSION_COOKIE, cookie);
    expect(await one.isSignedIn()).toBe(false);
    expect((await one.get('/console/signed-in')).location).toContain(
      '/sign-in?return_to=%2Fconsole%2Fsigned-in',
    );
  });

  it('refuses short passwords and invalid addresses', async () => {
    const one = visitor();
    const invitation = await gateway.invitation();
    const form = { name: '', email: 'nonsense', password: 'short', invitation };
    const bad = await one.submit(`/sign-up?invitation=${invitation}`, form, '/sign-up');
    expect(bad.status).toBe(422);
    for (const field of ['name', 'email', 'password']) expect(bad.html).toContain(`href="#${field}"`);
  });

  it('escapes what was typed', async () => {
    const invitation = await gateway.invitation();
    const form = { name: '"><script>alert(1)</script>', email: 'x', password: 'x', invitation };
    const { html } = await visitor().submit(`/sign-up?invitation=${invitation}`, form, '/sign-up');
    expect(html).not.toContain('<script>');
    expect(html).toContain('&lt;script&gt;');
  });
});

describe('wrong passwords', () => {
  it('slow down the account, also for the right password, however many arrive at once', async () => {
    const email = await visitor().signUp();
    const attempts = await Promise.all(
      Array.from({ length: 12 }, async () =>
        visitor().submit('/sign-in', { email, password: 'wrong password' }),
      ),
    );
    const statuses = attempts.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses.filter((status) => status === 422)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
    await gateway.database.execute(`update sign_in_failures set blocked_until = now() + interval '1 minute'`);
    const right = await visitor().submit('/sign-in', { email, password: PASSWORD });
    expect(right.status).toBe(429);
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('are forgotten when the right one follows after the pause', async () => {
    const email = await visitor().signUp();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await visitor().submit('/sign-in', { email, password: 'wrong password' });
    }
    await gateway.database.execute(`update sign_in_failures set blocked_until = now()`);
    expect((await visitor().submit('/sign-in', { email, password: PASSWORD })).status).toBe(303);
    const [row] = await gateway.database.query<{ count: number }>(
      `select count(*) as count from sign_in_failures where account = sha256(convert_to('account:' || $1, 'UTF8'))`,
      [email],
    );
    expect(row?.count).toBe(0);
  });

  it('slow down their network, whichever accounts they are for', async () => {
    await gateway.database.execute('delete from sign_in_failures');
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 21; attempt += 1) {
      const { status } = await visitor().submit('/sign-in', {
        email: `nobody-${attempt}@example.com`,
        password: 'wrong password',
      });
      statuses.push(status);
    }
    expect(statuses.slice(0, 20).every((status) => status === 422)).toBe(true);
    expect(statuses[20]).toBe(429);
    await gateway.database.execute('delete from sign_in_failures');
  });
});

describe('forms', () => {
  it('from another site change no data: without the token, with another session’s, with one from before signing in', async () => {
    const one = visitor();
    const before = csrfOf((await one.get('/sign-in')).html);
    await one.signUp();
    const other = visitor();
    await other.signUp();
    const foreign = (await other.session())?.csrf_token ?? '';
    for (const _csrf of ['', 'nonsense', before, foreign]) {
      expect((await one.post('/sign-out', { _csrf })).status).toBe(403);
    }
    expect(await one.isSignedIn()).toBe(true);
  });

  it('are parsed only as forms', async () => {
    const response = await fetch(`${gateway.url}/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    await response.text();
  });

  it('cannot be shown inside other sites’ frames, and run no scripts', async () => {
    const { headers } = await visitor().get('/sign-in');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
  });
});
