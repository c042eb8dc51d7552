/**
 * Its own modules: it counts the hashes of a module that it replaces.
 * @jest-environment node
 */
import { hash } from '@node-rs/argon2';
import { newTokenText, TOKEN_PREFIXES } from '../../../src/identity/codes/token-text';
import { recordingStatements } from '../../contract/recorded-statements';
import { GatewayUnderTest } from '../../gateway-under-test';
import { csrfOf, VisitedPage, Visitor } from '@tributary/testing';
import { invite } from '../../../src/identity/sign-up/invitations';
import { createAccount } from '../../../src/identity/sign-up/sign-up';

jest.mock('@node-rs/argon2', () => {
  const actual = jest.requireActual<typeof import('@node-rs/argon2')>('@node-rs/argon2');
  return { ...actual, hash: jest.fn(actual.hash) };
});

const PASSWORD = 'correct horse battery';
const FROM = '203.0.113.7';

let gateway: GatewayUnderTest;
const begin = (settings: Record<string, string>) =>
  GatewayUnderTest.start({ TRUSTED_PROXIES: '127.0.0.1,::1', ...settings });
const stranger = () => new Visitor(gateway.url, { 'x-forwarded-for': FROM });
let addresses = 0;
const newAddress = () => `newcomer-${(addresses += 1)}@example.com`;

/** Sends the form without its page, which there may be none of. */
async function signUp(email: string, invitation = '', one = stranger()): Promise<VisitedPage> {
  const _csrf = csrfOf((await one.get('/sign-in')).html);
  return one.post('/sign-up', { _csrf, name: 'Maija', email, password: PASSWORD, invitation });
}
const signIn = async (email: string, password = PASSWORD) =>
  (await stranger().submit('/sign-in', { email, password })).status;
const rows = <Row>(sql: string, values: unknown[] = []) => gateway.database.query<Row>(sql, values);
const accounts = async () => (await rows('select 1 from users where password_hash is not null')).length;
const trail = (email: string) =>
  rows<{ kind: string; address: string; details: Record<string, unknown> }>(
    `select kind, address, details from security_events
      where user_id = (select id from users where email = $1) order by id`,
    [email],
  );
const statusesOf = (answers: readonly VisitedPage[]) => answers.map(({ status }) => status).sort();

describe('where no mail is sent, an address that has an account', () => {
  beforeAll(async () => {
    gateway = await begin({ SIGN_UP: 'invitation' });
  });
  afterAll(() => gateway.close());

  /** All that somebody sees who signs up: two pages, without what differs from one request to the next. */
  async function seen(email: string): Promise<unknown> {
    const one = stranger();
    const answers = [await signUp(email, await gateway.invitation(), one)];
    answers.push(await one.get(answers[0]?.location ?? ''));
    return answers.map(({ status, headers, html }) => ({
      status,
      headers: [...headers].filter(([name]) => !/^(date|set-cookie|content-length)$/.test(name)),
      cookies: headers.getSetCookie().map((line) => line.split('=')[0]),
      html: html.replace(csrfOf(html), ''),
    }));
  }

  it('gets the same answer as an unknown one, to the byte', async () => {
    const known = newAddress();
    const first = await seen(known);
    expect(first).toMatchObject([{ status: 303, cookies: [] }, { status: 200 }]);
    expect(JSON.stringify(first)).toContain('If there was no account');
    expect(await seen(known)).toEqual(first);
    expect(await seen(known.toUpperCase())).toEqual(first);
    expect(await seen(newAddress())).toEqual(first);
  });

  it('costs the same: one hash, and as many statements, of which one writes into a trail', async () => {
    const work = async (email: string) => {
      const invitation = await gateway.invitation();
      jest.mocked(hash).mockClear();
      const { statements } = await recordingStatements(() => signUp(email, invitation));
      const own = statements.filter((sql) =>
        /^(select|insert|update)[^]*\b(users|security_events|known_networks)\b/.test(sql.trim()),
      );
      const events = own.filter((sql) => sql.includes('insert into security_events'));
      return {
        hashes: jest.mocked(hash).mock.calls.length,
        statements: own.length,
        events: events.length,
      };
    };
    const known = newAddress();
    await signUp(known, await gateway.invitation());
    const ofNew = await work(newAddress());
    expect(ofNew).toMatchObject({ hashes: 1, events: 1 });
    expect(ofNew.statements).toBe(3);
    expect(await work(known)).toEqual(ofNew);
  });

  it('stays its owner’s, who finds the attempt in the audit trail', async () => {
    const email = newAddress();
    await signUp(email, await gateway.invitation());
    const other = stranger();
    const invitation = await gateway.invitation();
    const _csrf = csrfOf((await other.get('/sign-in')).html);
    const form = { name: 'Thief', email, password: 'another long password', invitation };
    await other.post('/sign-up', { _csrf, ...form });
    expect(await signIn(email, 'another long password')).toBe(422);
    expect(await signIn(email)).toBe(303);
    const kinds = (await trail(email)).map(({ kind }) => kind);
    expect(kinds).toEqual(['SIGNED_UP', 'SIGN_UP_REPEATED', 'SIGN_IN_FAILED', 'SIGNED_IN']);
    expect(await rows('select 1 from users where name = $1', ['Thief'])).toEqual([]);
  });
});

describe('where only the first user may sign up', () => {
  beforeAll(async () => {
    gateway = await begin({ SIGN_UP: 'first-user' });
  });
  afterAll(() => gateway.close());

  it('one of several strangers at the same moment gets an account, and then it is closed to them', async () => {
    await gateway.user('without-a-password@example.com'); // as the demo's
    expect((await stranger().get('/sign-in')).html).toContain('/sign-up');
    const answers = await Promise.all(Array.from({ length: 8 }, () => signUp(newAddress())));
    expect(statusesOf(answers)).toEqual([303, 403, 403, 403, 403, 403, 403, 403]);
    expect(await accounts()).toBe(1);
    expect((await stranger().get('/sign-up')).status).toBe(403);
    expect((await stranger().get('/sign-in')).html).not.toContain('/sign-up');
  });

  it('later ones sign up with an invitation', async () => {
    const { text } = await invite(gateway.database, { email: null, days: 1 });
    const email = newAddress();
    expect((await signUp(email, text)).status).toBe(303);
    expect(await signIn(email)).toBe(303);
  });
});

describe('where sign-up is by invitation', () => {
  beforeAll(async () => {
    gateway = await begin({ SIGN_UP: 'invitation', RATE_LIMIT_ALL_SIGN_UPS_PER_HOUR: '2' });
  });
  afterAll(() => gateway.close());

  const invitation = async (email: string | null = null) =>
    (await invite(gateway.database, { email, days: 1 })).text;

  it('its link opens the page and creates one account, however many use it at once', async () => {
    const { id, text } = await invite(gateway.database, { email: null, days: 1 });
    const before = await accounts();
    expect((await stranger().get(`/sign-up?invitation=${text}`)).html).toContain(`value="${text}"`);
    const emails = Array.from({ length: 6 }, newAddress);
    const answers = await Promise.all(emails.map((email) => signUp(email, text)));
    expect(statusesOf(answers)).toEqual([303, 403, 403, 403, 403, 403]);
    expect(await accounts()).toBe(before + 1);
    const used = emails[answers.findIndex(({ status }) => status === 303)] ?? '';
    expect(await trail(used)).toEqual([
      { kind: 'SIGNED_UP', address: '203.0.113.0/24', details: { invitation_id: id } },
    ]);
    expect((await stranger().get(`/sign-up?invitation=${text}`)).status).toBe(403);
  });

  it.each<[string, () => Promise<string>]>([
    ['none', async () => ''],
    ['one that was made up', async () => newTokenText(TOKEN_PREFIXES.invitation)],
    ['another kind of token', async () => gateway.token({ userId: await gateway.user('x@example.com') })],
    ['one that has ended', async () => ended(await invitation())],
    ['one for somebody else', () => invitation('somebody-else@example.com')],
  ])('%s does not admit', async (_what, text) => {
    const before = await accounts();
    expect((await signUp(newAddress(), await text())).status).toBe(403);
    expect(await accounts()).toBe(before);
  });

  async function ended(text: string): Promise<string> {
    await gateway.database.execute(
      `update invitations set expires_at = now() where code_hash = sha256(convert_to($1, 'UTF8'))`,
      [text],
    );
    return text;
  }

  it('one for an address works only for that address, in upper or lower case', async () => {
    const email = newAddress();
    expect((await signUp(email.toUpperCase(), await invitation(email))).status).toBe(303);
    expect(await signIn(email)).toBe(303);
  });

  it('a refused form does not use it up', async () => {
    const text = await invitation();
    const one = stranger();
    const page = `/sign-up?invitation=${text}`;
    const refused = await one.submit(
      page,
      { email: 'x', name: '', password: '', invitation: text },
      '/sign-up',
    );
    expect(refused.status).toBe(422);
    expect(refused.html).toContain(`value="${text}"`);
    expect((await signUp(newAddress(), text)).status).toBe(303);
  });

  it('an address that has an account uses it up: it cannot test a second address', async () => {
    const known = newAddress();
    await signUp(known, await invitation());
    const text = await invitation();
    expect((await signUp(known, text)).status).toBe(303);
    expect((await signUp(newAddress(), text)).status).toBe(403);
  });

  it('strangers without one do not use up the allowance of those with one', async () => {
    for (let count = 0; count < 4; count += 1) expect((await signUp(newAddress())).status).toBe(403);
    for (let count = 0; count < 3; count += 1) {
      expect((await signUp(newAddress(), await invitation())).status).toBe(303);
    }
  });

  it('its text is not stored, and one for an address disappears when its user is erased', async () => {
    const email = newAddress();
    const userId = await createAccount(gateway.database, {
      email,
      name: 'Maija',
      password: PASSWORD,
      plan: 'FREE',
      details: {},
    });
    const text = await invitation(email);
    const kept = await rows<{ row: string }>('select i::text as row from invitations i');
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.filter(({ row }) => row.includes(text.slice(8, 30)))).toEqual([]);
    const token = await gateway.token({ userId });
    const body = { current_password: PASSWORD };
    const { status } = await gateway.request('/api/v1/user', { method: 'DELETE', token, body });
    expect(status).toBe(202);
    expect(await rows('select 1 from invitations where email = $1', [email])).toEqual([]);
  });
});

describe('where sign-up is closed', () => {
  beforeAll(async () => {
    gateway = await begin({ SIGN_UP: 'closed' });
  });
  afterAll(() => gateway.close());

  it('the page does not exist, and an earlier invitation is refused', async () => {
    const { text } = await invite(gateway.database, { email: null, days: 1 });
    expect((await stranger().get(`/sign-up?invitation=${text}`)).status).toBe(404);
    expect((await signUp(newAddress(), text)).status).toBe(404);
    expect((await stranger().get('/sign-in')).html).not.toContain('/sign-up');
    expect(await accounts()).toBe(0);
  });
});
