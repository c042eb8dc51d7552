import { SESSION_COOKIE } from '@tributary/api-gateway';
import type { AttackedSystem, AttackedUser } from './attacked-system';
import { inOwnNetwork } from './networks';

const REQUESTS = [
  ['GET', '/user'],
  ['GET', '/user/export'],
  ['PUT', '/user'],
  ['POST', '/tokens'],
  ['POST', '/rules'],
  ['DELETE', '/user'],
] as const;

/** Headers that a browser sends with requests that another site makes. */
const FOREIGN_SITES = [
  { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  { 'sec-fetch-site': 'same-site', origin: 'https://blog.tributary.example' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  {},
] as const;

/** Section G of docs/explanation/security.md: other sites that use the session of a victim's browser. */
export function usingSessionsOfOthers(system: () => AttackedSystem): void {
  let victim: AttackedUser;
  let cookie: string;
  let network: ReturnType<typeof inOwnNetwork>;

  beforeAll(async () => {
    victim = await system().user('g-victim');
    cookie = await cookieOf(victim);
    network = inOwnNetwork(victim.id);
  });

  const cookieOf = async (user: AttackedUser) =>
    `${SESSION_COOKIE}=${(await system().browserOf(user)).cookie(SESSION_COOKIE) ?? ''}`;

  const ask = (method: string, path: string, headers: Readonly<Record<string, string>>) =>
    system().rest(method, path, undefined, undefined, { cookie, ...network, ...headers });

  const csrfTokenOf = async (sent: string) => {
    const headers = { cookie: sent, 'sec-fetch-site': 'same-origin', ...network };
    const answer = await fetch(`${system().url}/console/session`, { headers });
    const { csrf_token: token } = (await answer.json()) as { csrf_token: string };
    return {
      token,
      secret: answer.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; '),
    };
  };

  it.each(FOREIGN_SITES)(
    'a site with the headers %j reads and changes nothing with the cookie',
    async (site) => {
      for (const [method, path] of REQUESTS) {
        const { status } = await ask(method, path, site);
        expect({ method, path, status }).toEqual({ method, path, status: 403 });
      }
      const answer = await fetch(`${system().url}/console/session`, {
        headers: { cookie, ...network, ...site },
      });
      expect(answer.status).toBe(403);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  it('a page of this site without the session’s own CSRF token changes nothing', async () => {
    const attacker = await csrfTokenOf(await cookieOf(await system().user('g-attacker')));
    const own = { 'sec-fetch-site': 'same-origin' };
    const attempts = [
      own,
      { ...own, 'x-csrf-token': attacker.token },
      { ...own, 'x-csrf-token': attacker.token, cookie: `${cookie}; ${attacker.secret}` },
    ];
    for (const [method, path] of REQUESTS.filter(([verb]) => verb !== 'GET')) {
      for (const headers of attempts) expect((await ask(method, path, headers)).status).toBe(403);
    }
    expect(await system().data('GET', '/user', victim.token)).toMatchObject({ email: victim.email });
  });

  it('a form of another site, which needs no permission to be sent, is refused before its cookie is read', async () => {
    const headers = { cookie, ...network, 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain' };
    const sent = { method: 'POST', headers, body: '{"name":"forged"}' };
    expect((await fetch(`${system().url}/api/v1/tokens`, sent)).status).toBe(415);
  });
}
