import { csrfOf, VisitedPage, Visitor } from '@tributary/testing';
import { run } from '@tributary/operator';
import type { AttackedSystem, AttackedUser } from './attacked-system';

const PASSWORD = 'correct horse battery';
const APP = {
  name: 'Platform',
  redirect_uris: ['https://app.example/'],
  scopes: ['profile:read'],
  confidential: true,
  manages_users: true,
};

/**
 * Section D of docs/explanation/security.md: guessing and flooding. Its first test must be the first one that signs up.
 */
export function guessingAndFlooding(system: () => AttackedSystem): void {
  let networks = 0;
  const from = (address: string) => new Visitor(system().url, { 'x-forwarded-for': address });
  /** A signed-out visitor in their own network. */
  const stranger = () => from(`198.51.100.${(networks += 1)}`);
  const newAddress = () => `d-${(networks += 1)}@example.org`;

  async function signUp(email: string, invitation = '', one = stranger()): Promise<VisitedPage> {
    const _csrf = csrfOf((await one.get('/sign-in')).html);
    return one.post('/sign-up', { _csrf, name: 'Maija', email, password: PASSWORD, invitation });
  }
  const signIn = async (one: Visitor, email: string, password = PASSWORD) =>
    (await one.submit('/sign-in', { email, password })).status;
  const statusesOf = (answers: readonly VisitedPage[]) => answers.map(({ status }) => status).sort();

  async function accounts(): Promise<number> {
    const sql = 'select count(*)::int as n from api_gateway.users where password_hash is not null';
    return (await system().sql<{ n: number }>(sql))[0]?.n ?? 0;
  }

  /**
   * Creates an invitation as an operator.
   * @returns the text of its link
   */
  async function invited(): Promise<string> {
    const lines: string[] = [];
    const out = (line: string): void => void lines.push(line);
    await run(['invitations', 'create'], system().operatorSettings, { out, err: out });
    const [, text] = /\/sign-up\?invitation=(\w+)$/.exec(lines[1] ?? '') ?? [];
    if (text === undefined) throw new Error(`there is no invitation: ${lines.join('\n')}`);
    return text;
  }

  /** Sets the count of this minute and the next, because a minute may end meanwhile. */
  const counted = (subject: string, taken: number) =>
    system().sql(
      `insert into api_gateway.request_counts (subject, time_window, taken)
       select $1, floor(extract(epoch from now()) / 60) + later, $2 from generate_series(1, 2) later`,
      [subject, taken],
    );

  it('of strangers who sign up at the same moment only the first gets an account', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => signUp(newAddress())));
    expect(statusesOf(answers)).toEqual([303, 403, 403, 403, 403, 403]);
    expect((await signUp(newAddress())).status).toBe(403);
    expect(await accounts()).toBe(1);
  });

  it('an invitation creates one account, cannot be guessed, and is not in logs and rows', async () => {
    const before = await accounts();
    const text = await invited();
    const guess = `${text.slice(0, 20)}${text.slice(20).split('').reverse().join('')}`;
    expect((await signUp(newAddress(), guess)).status).toBe(403);
    expect((await stranger().get(`/sign-up?invitation=${text}`)).status).toBe(200);
    const kept = await system().sql<{ row: string }>(
      `select i::text as row from api_gateway.invitations i
       union all select r::text from api_gateway.operator_requests r`,
    );
    expect(kept.length).toBeGreaterThan(1);
    const answers = await Promise.all(Array.from({ length: 5 }, () => signUp(newAddress(), text)));
    expect(statusesOf(answers)).toEqual([303, 403, 403, 403, 403]);
    expect(await accounts()).toBe(before + 1);
    for (const place of [...kept.map(({ row }) => row), system().logs()]) {
      expect(place).not.toContain(text.slice(8, 40));
    }
  });

  it('the answer to a sign-up does not reveal whether its address has an account', async () => {
    const known = newAddress();
    const seen = async (email: string) => {
      const { status, location, html, headers } = await signUp(email, await invited());
      return { status, location, html, cookies: headers.getSetCookie(), names: [...headers.keys()] };
    };
    const first = await seen(known);
    expect(first.status).toBe(303);
    expect(await seen(known)).toEqual(first);
    expect(await seen(newAddress())).toEqual(first);
  });

  it('a hundred sign-ups at once from one network are limited, and other networks are not affected', async () => {
    const one = stranger();
    const _csrf = csrfOf((await one.get('/sign-in')).html);
    const form = { _csrf, name: 'Robot', password: PASSWORD };
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => one.post('/sign-up', { ...form, email: newAddress() })),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(80); // an hour may end meanwhile
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await signUp(newAddress(), await invited())).status).toBe(303);
  });

  it('twenty wrong passwords block a network, but not owners who signed in from there before', async () => {
    const shared = '192.0.2.7';
    const owner = newAddress();
    await signUp(owner, await invited(), from(shared));
    for (let count = 0; count < 20; count += 1) await signIn(from(shared), newAddress(), 'a wrong password');
    for (let count = 0; count < 6; count += 1) await signIn(stranger(), owner, 'a wrong password');
    // The first pause is a second: on a busy machine it would be over before the next request.
    await system().sql(
      `update api_gateway.sign_in_failures set blocked_until = now() + interval '1 minute' where blocked_until > last_failed_at`,
    );
    expect(await signIn(from(shared), newAddress(), 'a wrong password')).toBe(429);
    expect(await signIn(stranger(), owner)).toBe(429);
    expect(await signIn(from(shared), owner)).toBe(303);
  });

  it('two hundred tokens of a user share one allowance', async () => {
    const { id, token } = await system().user('d-tokens');
    const tokens = await Promise.all(Array.from({ length: 200 }, () => system().token({ userId: id })));
    await counted(`requests:${id}`, 2940);
    const answers = await Promise.all([token, ...tokens].map((one) => system().rest('GET', '/user', one)));
    const passed = answers.filter(({ status }) => status === 200);
    expect(passed.length).toBeGreaterThan(0);
    expect(passed.length).toBeLessThanOrEqual(120);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(answers.length - passed.length);
    const other = await system().user('d-no-tokens');
    expect((await system().rest('GET', '/user', other.token)).status).toBe(200);
  });

  it('deliveries to one host are limited over all users together', async () => {
    const hooks = await Promise.all([1, 2, 3].map((user) => hookOf(`d-hooks-${user}`)));
    await counted('webhookRequestsOfHost:127.0.0.9', 118);
    const test = ({ user, path }: Hook) => system().rest('POST', `${path}/test`, user.token);
    const answers = [];
    for (const hook of [...hooks, ...hooks]) answers.push(await test(hook));
    const passed = answers.filter(({ status }) => status === 200);
    expect(passed.length).toBeGreaterThan(0);
    expect(passed.length).toBeLessThanOrEqual(4);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(answers.length - passed.length);
    for (const { user, path } of hooks) await system().data('DELETE', path, user.token);
  });

  interface Hook {
    readonly user: AttackedUser;
    readonly path: string;
  }

  /** Creates a user's endpoint at a host that no other attack uses. */
  async function hookOf(name: string): Promise<Hook> {
    const user = await system().user(name);
    const body = { url: `https://127.0.0.9:1/${name}`, events: ['account.created'] };
    const { id } = await system().data<{ id: string }>('POST', '/webhooks', user.token, body);
    return { user, path: `/webhooks/${id}` };
  }

  it('an app cannot manage more users than its limit', async () => {
    const owner = await system().user('d-platform');
    const registered = await system().data<{ client_id: string; secret: string }>(
      'POST',
      '/apps',
      owner.token,
      APP,
    );
    const { client_id: clientId, secret } = registered;
    await system().sql(
      `insert into api_gateway.users (name, plan, managed_by, managed_id)
       select 'Managed', 'FREE', id, n::text from api_gateway.oauth_apps, generate_series(1, 999) n where client_id = $1`,
      [clientId],
    );
    const ask = async (managed_user: string) => {
      const response = await fetch(`${system().url}/oauth/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` },
        body: new URLSearchParams({ grant_type: 'client_credentials', managed_user, scope: 'profile:read' }),
      });
      return { status: response.status, text: await response.text() };
    };
    const answers = await Promise.all(['a', 'b', 'c'].map(ask));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(answers.find(({ status }) => status === 400)?.text).toContain('as many as an app may');
    expect((await ask('1')).status).toBe(200);
  });
}
