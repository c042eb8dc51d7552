import { Visitor } from '@tributary/testing';
import { SESSION_COOKIE } from '../../src/identity/sessions/cookies';
import { createFirstRunCode } from '../../src/identity/sign-up/first-run';
import { GatewayUnderTest } from '../gateway-under-test';

let gateway: GatewayUnderTest;
let cookie: string;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start({ SIGN_UP: 'first-user', RATE_LIMIT_PUBLIC_PER_MINUTE: '10000' });
});
afterAll(() => gateway.close());

/** What a browser sends when somebody opens an address. */
const OPENED = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } as const;

function open(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(new URL(path, gateway.url), {
    redirect: 'manual',
    headers: { ...OPENED, cookie, ...headers },
  });
}

async function pageOf(path: string) {
  const response = await open(path);
  const policy = response.headers.get('content-security-policy') ?? '';
  return { response, html: await response.text(), policy, nonce: /'nonce-([^']+)'/.exec(policy)?.[1] ?? '' };
}

describe('before there is a user', () => {
  it('every screen leads to where the first one is made: by signing up, or with the terminal’s code', async () => {
    cookie = '';
    const locations = async () =>
      Promise.all(
        ['/', '/accounts/7', '/first-run'].map(async (path) => (await open(path)).headers.get('location')),
      );
    expect(await locations()).toEqual(['/sign-up', '/sign-up', '/sign-up']);
    await createFirstRunCode(gateway.database);
    expect(await locations()).toEqual(['/first-run', '/first-run', null]);
  });
});

describe('the console', () => {
  beforeAll(async () => {
    const visitor = new Visitor(gateway.url);
    await visitor.signUp('Maija');
    cookie = `${SESSION_COOKIE}=${visitor.cookie(SESSION_COOKIE) ?? ''}`;
  });

  it.each(['/', '/accounts/7', '/transactions?text=coffee&from=2026-01-01', '/developers'])(
    'is at %s for who is signed in',
    async (path) => {
      const { response, html } = await pageOf(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(html).toContain('<div id="root">');
    },
  );

  it('sends everyone else to sign in, and back', async () => {
    const { status, headers } = await open('/transactions?text=a%20b', { cookie: '' });
    expect(status).toBe(303);
    expect(headers.get('location')).toBe('/sign-in?return_to=%2Ftransactions%3Ftext%3Da%2520b');
  });

  it('has a nonce of its own in each answer, and allows nothing of elsewhere but pictures', async () => {
    const [one, other] = [await pageOf('/'), await pageOf('/')];
    expect(one.nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/);
    expect(one.nonce).not.toBe(other.nonce);
    expect(one.html).toContain(`nonce="${one.nonce}"`);
    expect(one.html).not.toContain('CSP_NONCE');
    for (const directive of ["default-src 'none'", "script-src 'self'", "connect-src 'self'"]) {
      expect(one.policy.split('; ')).toContain(directive);
    }
    expect(one.policy).not.toContain('unsafe');
  });

  it('has files that browsers keep for good, compressed where they may be', async () => {
    const { html } = await pageOf('/');
    const [script = ''] = /\/assets\/console-[\w-]+\.js/.exec(html) ?? [];
    for (const encoding of ['br', 'gzip']) {
      const { status, headers } = await open(script, { 'accept-encoding': encoding });
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('content-encoding')).toBe(encoding);
      expect(headers.get('content-type')).toContain('javascript');
    }
    expect((await open('/logo.svg')).headers.get('content-type')).toContain('image/svg+xml');
  });

  it('says in the tab of a renewed sign-in that it can be closed', async () => {
    const { response, html } = await pageOf('/console/signed-in');
    expect(response.status).toBe(200);
    expect(html).toContain('You can close this tab');
    expect((await open('/console/signed-in', { cookie: '' })).headers.get('location')).toContain('/sign-in');
  });

  it('leaves paths that are none of its screens as they are', async () => {
    for (const path of ['/api/v1/nothing', '/oauth/nothing', '/assets/nothing.js', '/console/nothing']) {
      expect((await open(path)).status).toBe(404);
    }
    const { status, body } = await gateway.request('/nothing');
    expect([status, body]).toMatchObject([404, { message: 'Resource not found.' }]);
    expect((await open('/sign-in', { cookie: '' })).status).toBe(200);
    for (const path of ['/index.html', '/.fingerprint']) {
      const { headers } = await open(path, { accept: '*/*' });
      expect(headers.get('content-type')).toContain('application/json');
    }
  });
});
