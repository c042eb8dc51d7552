import { AccountUpsertedV1 } from '@tributary/contracts';
import { Visitor } from '@tributary/testing';
import { CSRF_COOKIE, SESSION_COOKIE } from '../../src/identity/sessions/cookies';
import { Answer, GatewayUnderTest } from '../gateway-under-test';
import { accountOf } from '../samples';

interface ConsoleSession {
  readonly user: Readonly<Record<'id' | 'name' | 'email' | 'role', string>>;
  readonly csrf_token: string;
}

let gateway: GatewayUnderTest;
let userId: number;
let cookie: string;
let csrfToken: string;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  ({ userId, cookie, csrfToken } = await signedIn());
  await gateway.publish(AccountUpsertedV1, 17, accountOf(userId, 17));
});
afterAll(() => gateway.close());

const OWN = { 'sec-fetch-site': 'same-origin' } as const;
const NO_TOKEN: Record<string, string> = {};

const show = (headers: Record<string, string>) =>
  gateway.request<ConsoleSession>('/console/session', { headers });

/** A person who has signed up and in, with what the console knows of them. */
async function signedIn() {
  const visitor = new Visitor(gateway.url);
  const email = await visitor.signUp('Maija');
  const pair = (name: string) => `${name}=${visitor.cookie(name) ?? ''}`;
  const cookies = [SESSION_COOKIE, CSRF_COOKIE].map(pair).join('; ');
  const { body } = await show({ cookie: cookies, ...OWN });
  return { visitor, email, cookie: cookies, userId: Number(body.user.id), csrfToken: body.csrf_token };
}

/** As the console asks. */
function ask(
  path: string,
  method = 'GET',
  headers: Record<string, string> = {},
  body?: unknown,
): Promise<Answer> {
  return gateway.request(`/api/v1${path}`, { method, body, headers: { cookie, ...OWN, ...headers } });
}

const messageOf = ({ body }: Answer) => String(body['message']);

describe('GET /console/session', () => {
  it('says who is signed in, and gives the token for changes', async () => {
    const one = await signedIn();
    const { status, body } = await show({ cookie: one.cookie, ...OWN });
    expect(status).toBe(200);
    expect(body.user).toEqual({ id: String(one.userId), name: 'Maija', email: one.email, role: 'USER' });
    expect(body.csrf_token.length).toBeGreaterThan(20);
  });

  it('gives a browser without a secret for such tokens one', async () => {
    const [session = ''] = cookie.split('; ');
    const { headers } = await show({ cookie: session, ...OWN });
    expect(headers.getSetCookie().join()).toContain(`${CSRF_COOKIE}=`);
  });

  it('is 401 without a session, and 403 for another site', async () => {
    expect((await show(OWN)).status).toBe(401);
    expect((await show({ cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await show({ cookie })).status).toBe(403);
  });

  it('is no part of the API’s document', async () => {
    const { body } = await gateway.request<{ paths: object }>('/api/v1/openapi.json');
    expect(Object.keys(body.paths).filter((path) => path.includes('console'))).toEqual([]);
  });
});

describe('a request of the console in a session', () => {
  it('reads what its user may read, identifiers too', async () => {
    const { status, body } = await ask('/finance/accounts/17');
    expect(status).toBe(200);
    const token = await gateway.token({ userId });
    expect(body).toEqual((await gateway.get('/finance/accounts/17', token)).body);
  });

  it('changes what its user may change, also what is the owner’s alone', async () => {
    const token = { 'x-csrf-token': csrfToken };
    const wanted = { name: 'of the console', scopes: null, financial_accounts: null };
    const made = await ask('/tokens', 'POST', token, wanted);
    expect(made.status).toBe(201);
    const { id } = made.body['data'] as { id: string };
    expect((await ask(`/tokens/${id}`, 'DELETE', token)).status).toBe(200);
  });

  it('counts for the limit of its user', async () => {
    const { headers } = await ask('/user');
    expect(headers.get('ratelimit-limit')).toBe('1000000');
  });

  it('is refused with 403 if another site made it, whatever it reads or changes', async () => {
    for (const site of ['cross-site', 'same-site', 'none']) {
      const headers = { 'sec-fetch-site': site, 'x-csrf-token': csrfToken };
      const answers = [
        await ask('/user', 'GET', headers),
        await ask('/user', 'PUT', headers, { name: 'Other' }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403]);
      expect(messageOf(answers[0]!)).toContain('access token');
    }
    const silent = await gateway.request('/api/v1/user', { headers: { cookie } });
    const foreign = await gateway.request('/api/v1/user', {
      headers: { cookie, origin: 'https://evil.example' },
    });
    expect([silent.status, foreign.status]).toEqual([403, 403]);
  });

  it('is accepted by its Origin from browsers that say nothing else', async () => {
    const headers = { cookie, origin: gateway.url, 'x-csrf-token': csrfToken };
    const { status } = await gateway.request('/api/v1/user', {
      method: 'PUT',
      body: { name: 'Maija' },
      headers,
    });
    expect(status).toBe(200);
  });

  it('is refused with 403 without the CSRF token of this session, if it changes something', async () => {
    const earlier = await signedIn();
    for (const headers of [NO_TOKEN, { 'x-csrf-token': 'nonsense' }, { 'x-csrf-token': earlier.csrfToken }]) {
      const answer = await ask('/user', 'PUT', headers, { name: 'Other' });
      expect(answer.status).toBe(403);
      expect(messageOf(answer)).toContain('/console/session');
    }
  });

  it('is refused with 401 once the session has ended, by sign-out or by time', async () => {
    const left = await signedIn();
    await left.visitor.signOut();
    const expired = await signedIn();
    await gateway.database.execute('update sessions set expires_at = now() where user_id = $1', [
      expired.userId,
    ]);
    for (const one of [left, expired]) {
      const answer = await ask('/user', 'GET', { cookie: one.cookie });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(messageOf(answer)).toContain('Sign in again');
      expect((await show({ cookie: one.cookie, ...OWN })).status).toBe(401);
    }
  });

  it('is refused with 401 if the user is disabled', async () => {
    const disabled = await signedIn();
    await gateway.database.execute('update users set disabled_at = now() where id = $1', [disabled.userId]);
    expect((await ask('/user', 'GET', { cookie: disabled.cookie })).status).toBe(401);
  });

  it('is answered by its token if it also sends one', async () => {
    const token = await gateway.token({ userId, scopes: ['accounts:read'] });
    const narrow = await gateway.request('/api/v1/finance/transactions', {
      token,
      headers: { cookie, ...OWN },
    });
    expect(narrow.status).toBe(403);
    const wrong = await gateway.request('/api/v1/user', { token: 'nonsense', headers: { cookie, ...OWN } });
    expect(wrong.status).toBe(401);
  });

  it('does not open what belongs to apps', async () => {
    expect((await ask('/managed-users')).status).toBe(401);
  });
});

describe('guessed sessions', () => {
  it('make their network wait, like guessed tokens', async () => {
    const limited = await GatewayUnderTest.start({ RATE_LIMIT_REFUSALS_PER_MINUTE: '3' });
    try {
      const headers = { cookie: `${SESSION_COOKIE}=guessed`, ...OWN };
      const statuses = [];
      for (let guess = 0; guess < 4; guess += 1) {
        statuses.push((await limited.request('/api/v1/user', { headers })).status);
      }
      expect(statuses).toEqual([401, 401, 401, 429]);
    } finally {
      await limited.close();
    }
  });
});
