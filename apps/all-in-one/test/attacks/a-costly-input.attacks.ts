import type { AttackedSystem } from './attacked-system';

/** The limit of a trivial request; it is long because the machine is shared with other tests. */
const HEALTH_WITHIN_MS = 2000;
const ERROR_BYTES_MAX = 64 * 1024;

const MARKS = '\u0301\u0316';
const texts = (count: number) => Array.from({ length: count }, (_, index) => `x${index}`);

/** Section A of docs/explanation/security.md: input whose checks would cost more than sending it. */
export function stoppingWithCostlyInput(system: () => AttackedSystem): void {
  let token: string;
  beforeAll(async () => {
    ({ token } = await system().user('costly-input'));
    await system().guest().submit('/sign-in', { email: 'a@x.example', password: 'warm' });
  });

  async function expectRefusal(method: string, path: string, body?: unknown): Promise<void> {
    let answer = new Response();
    let bytes = 0;
    const waited = await system().waitedDuring(async () => {
      answer = await fetch(`${system().url}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      bytes = (await answer.arrayBuffer()).byteLength;
    });
    expect([413, 422]).toContain(answer.status);
    expect(bytes).toBeLessThanOrEqual(ERROR_BYTES_MAX);
    expect(waited).toBeLessThan(HEALTH_WITHIN_MS);
  }

  it('A.1: a sign-in with a password of 440,000 combining marks holds up nobody', async () => {
    const { csrf, cookie } = await system().guest().form('/sign-in');
    const known = new URLSearchParams({ _csrf: csrf, email: 'nobody@x.example' });
    const waited = await system().waitedDuring(async () => {
      const { status } = await fetch(`${system().url}/sign-in`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
        // The marks are sent unencoded: in percent codes, as browsers send them, they would exceed the limit of bodies.
        body: `${known.toString()}&password=a${MARKS.repeat(220_000)}`,
        redirect: 'manual',
      });
      expect([413, 422]).toContain(status);
    });
    expect(waited).toBeLessThan(HEALTH_WITHIN_MS);
  });

  it('A.1: nor does the present password of a change, by a token', () =>
    expectRefusal('PUT', '/user', {
      password: 'a new long password',
      current_password: MARKS.repeat(220_000),
    }));

  const costly: [what: string, method: string, path: string, body?: () => unknown][] = [
    [
      'a list of 100,000 texts that must differ',
      'PUT',
      '/user',
      () => ({ password: 'a new long password', current_password: 'x', end: texts(100_000) }),
    ],
    ['a list of 100,000 scopes', 'PUT', '/grants/1', () => ({ scopes: texts(100_000) })],
    [
      'a body of 95,000 unknown members',
      'POST',
      '/finance/transactions',
      () => Object.fromEntries(texts(95_000).map((name) => [name, 1])),
    ],
    [
      'a list of 100,000 accounts',
      'POST',
      '/webhooks',
      () => ({
        url: 'https://client.example/hooks',
        events: ['transactions.created'],
        financial_accounts: texts(100_000).map((_, index) => index + 1),
      }),
    ],
    ['an include of 30,000 parts', 'GET', `/finance/transactions?include=${'a.'.repeat(30_000)}a`],
    [
      'a query of 13,000 unknown parameters',
      'GET',
      `/finance/transactions?${Array.from({ length: 13_000 }, (_, at) => `${at.toString(36)}=`).join('&')}`,
    ],
  ];
  for (const [what, method, path, body] of costly) {
    it(`A.1: ${what} is refused in little time, with a short answer`, () =>
      expectRefusal(method, path, body?.()));
  }
}
