import { AccountUpsertedV1 } from '@tributary/contracts';
import { appToken } from '../contract/minted-tokens';
import { GatewayUnderTest } from '../gateway-under-test';
import { accountOf } from '../samples';
import { csrfOf, Visitor } from '@tributary/testing';
import { SESSION_COOKIE } from '../../src/auth/sessions/cookies';

let gateway: GatewayUnderTest;
const PASSWORD = 'correct horse battery';

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
});
afterAll(() => gateway.stop());

const visitor = () => new Visitor(gateway.url);

async function userIdOf(email: string): Promise<number> {
  const [row] = await gateway.database.query<{ id: number }>('select id from users where email = $1', [
    email,
  ]);
  return row?.id ?? 0;
}

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
    expect(await to('/developers/apps')).toBe(`${gateway.url}/developers/apps`);
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
    const { headers } = await one.submit('/account', {}, '/sign-out');
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
    await one.submit('/account', {}, '/sign-out');
    one.setCookie(SESSION_COOKIE, cookie);
    expect((await one.get('/account')).location).toContain('/sign-in?return_to=%2Faccount');
  });

  it('refuses short passwords and invalid addresses', async () => {
    const one = visitor();
    const bad = await one.submit('/sign-up', { name: '', email: 'nonsense', password: 'short' });
    expect(bad.status).toBe(422);
    for (const field of ['name', 'email', 'password']) expect(bad.html).toContain(`href="#${field}"`);
  });

  it('escapes what was typed', async () => {
    const { html } = await visitor().submit('/sign-up', {
      name: '"><script>alert(1)</script>',
      email: 'x',
      password: 'x',
    });
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
    const foreign = csrfOf((await other.get('/account')).html);
    for (const _csrf of ['', 'nonsense', before, foreign]) {
      const { status } = await one.post('/developers/tokens', { _csrf, name: 'forged' });
      expect(status).toBe(403);
    }
    expect((await one.get('/developers/tokens')).html).not.toContain('forged');
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

describe('Developers > Tokens', () => {
  it('creates a token that is shown once, restricted as chosen, and revokes it', async () => {
    const one = visitor();
    const userId = await userIdOf(await one.signUp());
    await gateway.publish(AccountUpsertedV1, 801, accountOf(userId, 801));
    await gateway.publish(AccountUpsertedV1, 802, accountOf(userId, 802));
    const made = await one.submit('/developers/tokens', {
      name: 'backup',
      may: 'some',
      scopes: ['accounts:read', 'profile:read'],
      accounts: 'some',
      financial_accounts: '801',
    });
    const token = /id="new-token">([^<]+)</.exec(made.html)?.[1] ?? '';
    expect(token).toMatch(/^trb_pat_/);
    expect((await gateway.get('/finance/accounts/801', token)).status).toBe(200);
    expect((await gateway.get('/finance/accounts/802', token)).status).toBe(404);
    expect((await gateway.get('/rules', token)).status).toBe(403);
    const listed = (await one.get('/developers/tokens')).html;
    expect(listed).not.toContain(token);
    const id = /developers\/tokens\/(\d+)\/revoke/.exec(listed)?.[1] ?? '';
    await one.submit('/developers/tokens', {}, `/developers/tokens/${id}/revoke`);
    expect((await gateway.get('/user', token)).status).toBe(401);
  });

  it.each([
    ['what it may do', { accounts: 'all' }, 'scopes'],
    ['any scope, where it may do some', { may: 'some', accounts: 'all' }, 'scopes'],
    ['which accounts it sees', { may: 'all' }, 'financial_accounts'],
  ])('creates no token by a form that does not say %s', async (_what, form, field) => {
    const one = visitor();
    await one.signUp();
    const made = await one.submit('/developers/tokens', { name: 'x', ...form });
    expect(made.status).toBe(422);
    expect(made.html).not.toContain('id="new-token"');
    expect(made.html).toContain(`href="#${field}"`);
  });

  it('accepts no account of another user, and revokes no token of another', async () => {
    const [one, other] = [visitor(), visitor()];
    const otherId = await userIdOf(await other.signUp());
    await one.signUp();
    await gateway.publish(AccountUpsertedV1, 811, accountOf(otherId, 811));
    const made = await one.submit('/developers/tokens', {
      name: 'x',
      may: 'all',
      accounts: 'some',
      financial_accounts: '811',
    });
    expect(made.status).toBe(422);
    const token = await gateway.token({ userId: otherId });
    const ids = await gateway.database.query<{ id: number }>('select id from tokens where user_id = $1', [
      otherId,
    ]);
    for (const { id } of ids) await one.submit('/developers/tokens', {}, `/developers/tokens/${id}/revoke`);
    expect((await gateway.get('/user', token)).status).toBe(200);
  });

  it('requires a signed-in user', async () => {
    const { status, location } = await visitor().get('/developers/tokens');
    expect(status).toBe(303);
    expect(location).toBe(`${gateway.url}/sign-in?return_to=%2Fdevelopers%2Ftokens`);
  });
});

describe('Developers > Apps', () => {
  const settings = {
    name: 'Budget buddy',
    redirect_uris: 'https://client.example/callback',
    scopes: ['accounts:read'],
    confidential: 'yes',
  };

  it('registers an app, shows its secret once, changes it, rotates the secret and deletes it', async () => {
    const one = visitor();
    await one.signUp();
    const made = await one.submit('/developers/apps', settings);
    const secret = /id="new-secret">([^<]+)</.exec(made.html)?.[1] ?? '';
    expect(secret).toMatch(/^trb_ocs_/);
    const id = /action="\/developers\/apps\/(\d+)"/.exec(made.html)?.[1] ?? '';
    const path = `/developers/apps/${id}`;
    expect((await one.get(path)).html).not.toContain(secret);
    await one.submit(path, { ...settings, name: 'Renamed' });
    expect((await one.get(path)).html).toContain('<h1>Renamed</h1>');
    const rotated = await one.submit(path, {}, `${path}/secret`);
    expect(/id="new-secret">([^<]+)</.exec(rotated.html)?.[1]).not.toBe(secret);
    await one.submit(path, {}, `${path}/delete`);
    expect((await one.get(path)).status).toBe(404);
  });

  it.each([
    'http://client.example/callback',
    'https://client.example/callback#x',
    'https://*.example.com/',
    'javascript:alert(1)',
    'myapp:/callback',
    'https://user:pass@client.example/',
  ])('accepts no redirect to %s', async (redirect_uris) => {
    const one = visitor();
    await one.signUp();
    const { status, html } = await one.submit('/developers/apps', { ...settings, redirect_uris });
    expect(status).toBe(422);
    expect(html).toContain('href="#redirect_uris"');
  });

  it('shows no user the apps of another', async () => {
    const one = visitor();
    await one.signUp();
    const made = await one.submit('/developers/apps', settings);
    const id = /action="\/developers\/apps\/(\d+)"/.exec(made.html)?.[1] ?? '';
    const other = visitor();
    await other.signUp();
    expect((await other.get(`/developers/apps/${id}`)).status).toBe(404);
    for (const action of ['', '/secret', '/delete']) {
      const { status } = await other.submit('/developers/apps', settings, `/developers/apps/${id}${action}`);
      expect(status).toBe(404);
    }
    expect((await one.get(`/developers/apps/${id}`)).status).toBe(200);
  });
});

describe('the password', () => {
  it('changes with the current one, and signs other browsers out', async () => {
    const one = visitor();
    const email = await one.signUp();
    const elsewhere = visitor();
    await elsewhere.submit('/sign-in', { email, password: PASSWORD });
    const form = { current_password: 'wrong', password: 'another long password' };
    expect((await one.submit('/account', form, '/account/password')).status).toBe(422);
    const right = { ...form, current_password: PASSWORD, end: 'sessions' };
    expect((await one.submit('/account', right, '/account/password')).status).toBe(303);
    expect((await one.get('/account')).status).toBe(200);
    expect((await elsewhere.get('/account')).status).toBe(303);
    expect((await visitor().submit('/sign-in', { email, password: form.password })).status).toBe(303);
  });

  it('can change without signing out elsewhere; tokens and apps end only if the user chooses so', async () => {
    const one = visitor();
    const email = await one.signUp();
    const userId = await userIdOf(email);
    const elsewhere = visitor();
    await elsewhere.submit('/sign-in', { email, password: PASSWORD });
    const token = await gateway.token({ userId });
    const letIn = await appToken(gateway, userId, ['profile:read']);
    const statuses = async () => [
      (await elsewhere.get('/account')).status,
      (await gateway.get('/user', token)).status,
      (await gateway.get('/user', letIn)).status,
    ];
    const form = { current_password: PASSWORD, password: 'another long password' };
    expect((await one.submit('/account', form, '/account/password')).status).toBe(303);
    expect(await statuses()).toEqual([200, 200, 200]);
    const again = { current_password: form.password, password: PASSWORD, end: ['tokens', 'grants'] };
    expect((await one.submit('/account', again, '/account/password')).status).toBe(303);
    expect(await statuses()).toEqual([200, 401, 401]);
    const events = await gateway.database.query<{ kind: string; details: Record<string, number> }>(
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

  it('signs out everywhere else unless the user unticks that', async () => {
    const one = visitor();
    await one.signUp();
    const { html } = await one.get('/account');
    expect(html).toContain('name="end" value="sessions" checked>');
    expect(html).toContain('name="end" value="tokens">');
  });
});
