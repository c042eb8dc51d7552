import { requestOperation, eventually, Visitor } from '@tributary/testing';
import { generateKeyPairSync } from 'node:crypto';
import { createConsoleLink } from '../../../src/identity/sessions/console-links';
import { replacePassword } from '../../../src/identity/administration/changes';
import { hashPassword } from '../../../src/identity/sign-in/passwords';
import { appToken } from '../../contract/minted-tokens';
import { GatewayUnderTest } from '../../gateway-under-test';
import { PASSWORD, testAccount, TestAccount } from '../../test-account';
import { linkIn, MailServer } from './mail-server';

const NEXT = 'another horse battery';
const LAST = 'the last horse battery';
const CONFIRM = /Confirm your/;
const RESET = /new password/;
const ASKED = /is to move/;
const MOVED = /account moved/;
const KEY = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
const PUBLIC_KEY = KEY.export({ format: 'der', type: 'spki' }).toString('base64');
const EVERYTHING = ['sessions', 'tokens', 'grants'];

let server: MailServer;
let gateway: GatewayUnderTest;
beforeAll(async () => {
  server = await MailServer.start();
  gateway = await GatewayUnderTest.start(server.settings);
});
afterAll(async () => {
  await gateway.close();
  await server.stop();
});

const mailed = async (address: string, subject: RegExp) => linkIn(await server.mailTo(address, subject));
const changeUser = (token: string, body: object) =>
  gateway.request('/api/v1/user', { method: 'PUT', token, body });
const signsIn = async (email: string, password: string) =>
  (await new Visitor(gateway.url).submit('/sign-in', { email, password })).status === 303;
const emailOf = async (userId: number) =>
  (await gateway.database.query<{ email: string }>('select email from users where id = $1', [userId]))[0]
    ?.email;

/** Opens a mail's link in a fresh browser and sends its form. */
async function open(link: string, values: Record<string, string | string[]> = {}) {
  const code = new URL(link, gateway.url).searchParams.get('code') ?? '';
  const one = new Visitor(gateway.url);
  const page = await one.get(link);
  if (page.status !== 200) return page;
  return one.submit(link, { code, ...values }, link.split('?')[0]);
}

/** Whoever knows the password asks for another address. @returns the link that is mailed to it */
async function askFor(owner: TestAccount, email: string, password = PASSWORD): Promise<string> {
  const token = await gateway.token({ userId: owner.userId });
  expect((await changeUser(token, { email, current_password: password })).status).toBe(200);
  return mailed(email, CONFIRM);
}

async function moveTo(owner: TestAccount, email: string, password = PASSWORD): Promise<void> {
  expect((await open(await askFor(owner, email, password))).status).toBe(200);
  expect(await emailOf(owner.userId)).toBe(email);
}

async function resetLink({ email }: TestAccount): Promise<string> {
  const resets = () =>
    server.received.filter(({ to, parsed }) => to === email && RESET.test(parsed.subject ?? '')).length;
  const before = resets();
  await new Visitor(gateway.url).submit('/forgotten-password', { email });
  await eventually(() => expect(resets()).toBe(before + 1));
  return mailed(email, RESET);
}

describe('a code ends with the password that stood behind it', () => {
  const byOwner = ({ token }: TestAccount) =>
    changeUser(token, { password: NEXT, current_password: PASSWORD, end: [] });
  const byMail = async (owner: TestAccount) =>
    open(await resetLink(owner), { password: NEXT, end: EVERYTHING });
  const byAdministrator = async ({ userId }: TestAccount) => {
    const passwordHash = await hashPassword(NEXT);
    const by = { by: 'administrator', administrator_id: 1 };
    await gateway.database.transaction((tx) => replacePassword(tx, userId, { passwordHash, ends: [], by }));
  };
  const byOperator = async ({ userId }: TestAccount) => {
    await requestOperation((sql, values) => gateway.database.query(sql, values), 'reset-password', {
      user: String(userId),
      publicKey: PUBLIC_KEY,
    });
  };
  const WAYS: readonly [string, (owner: TestAccount) => Promise<unknown>][] = [
    ['its owner', byOwner],
    ['a link in a mail', byMail],
    ['an administrator', byAdministrator],
    ['the operator', byOperator],
  ];

  it.each(WAYS)('a change of address that was begun, by %s', async (_who, replace) => {
    const owner = await testAccount(gateway);
    const link = await askFor(owner, `thief-${owner.email}`);
    await replace(owner);
    expect((await open(link)).status).toBe(403);
    expect(await emailOf(owner.userId)).toBe(owner.email);
    const token = await gateway.token({ userId: owner.userId });
    expect((await gateway.get('/user/notices', token)).body['data']).toMatchObject({ new_email: null });
  });

  it.each(WAYS)('a link for a new password and one to the console, by %s', async (_who, replace) => {
    const owner = await testAccount(gateway);
    const link = await resetLink(owner);
    const consoleLink = await createConsoleLink(gateway.database, owner.userId);
    await replace(owner);
    expect((await open(link, { password: LAST })).status).toBe(403);
    expect((await new Visitor(gateway.url).get(consoleLink)).status).toBe(403);
    expect(await signsIn(owner.email, LAST)).toBe(false);
  });

  it('and with the address', async () => {
    const owner = await testAccount(gateway);
    const [reset, move] = [await resetLink(owner), await askFor(owner, `next-${owner.email}`)];
    expect((await open(move)).status).toBe(200);
    expect((await open(reset, { password: NEXT })).status).toBe(403);
  });

  it('but not with another name', async () => {
    const owner = await testAccount(gateway);
    const link = await resetLink(owner);
    await changeUser(owner.token, { name: 'Aino' });
    expect((await open(link, { password: NEXT })).status).toBe(303);
  });
});

describe('after a link for a new password', () => {
  const accesses = async ({ one, token }: TestAccount, app: string) => [
    await one.isSignedIn(),
    (await gateway.get('/user', token)).status,
    (await gateway.get('/user', app)).status,
  ];

  it('sessions, tokens and grants end, as its page proposes', async () => {
    const owner = await testAccount(gateway);
    const app = await appToken(gateway, owner.userId, ['profile:read']);
    const link = await resetLink(owner);
    const { html } = await new Visitor(gateway.url).get(link);
    const proposed = [...html.matchAll(/name="end" value="(\w+)" checked/g)].map(([, name]) => name ?? '');
    expect(proposed).toEqual(EVERYTHING);
    expect(await accesses(owner, app)).toEqual([true, 200, 200]);
    expect((await open(link, { password: NEXT, end: proposed })).location).toMatch(/reset=ended$/);
    expect(await accesses(owner, app)).toEqual([false, 401, 401]);
  });

  it('what its owner unticks goes on', async () => {
    const owner = await testAccount(gateway);
    const app = await appToken(gateway, owner.userId, ['profile:read']);
    expect((await open(await resetLink(owner), { password: NEXT, end: ['grants'] })).status).toBe(303);
    expect(await accesses(owner, app)).toEqual([true, 200, 401]);
  });
});

describe('the old address', () => {
  it('is told when another is asked for, and when it comes', async () => {
    const owner = await testAccount(gateway);
    const link = await askFor(owner, `next-${owner.email}`);
    await server.mailTo(owner.email, ASKED);
    await open(link);
    await server.mailTo(owner.email, MOVED);
  });

  it.each([
    ['asked for', ASKED],
    ['made', MOVED],
  ])('takes the account back by the mail on a change that was %s, once', async (_what, subject) => {
    const owner = await testAccount(gateway);
    const app = await appToken(gateway, owner.userId, ['profile:read']);
    const thief = `thief-${owner.email}`;
    await moveTo(owner, thief);
    const pending = await askFor(owner, `further-${thief}`);
    const undo = await mailed(owner.email, subject);
    expect((await open(undo, { password: 'short' })).status).toBe(422);
    expect((await open(undo, { password: NEXT })).location).toMatch(/\/sign-in\?restored=1$/);
    expect(await emailOf(owner.userId)).toBe(owner.email);
    expect([await signsIn(owner.email, NEXT), await signsIn(owner.email, PASSWORD)]).toEqual([true, false]);
    expect([await signsIn(thief, PASSWORD), await signsIn(thief, NEXT)]).toEqual([false, false]);
    expect(await owner.one.isSignedIn()).toBe(false);
    for (const token of [owner.token, app]) expect((await gateway.get('/user', token)).status).toBe(401);
    expect((await open(pending)).status).toBe(403);
    expect((await open(undo, { password: LAST })).status).toBe(403);
    for (const one of [ASKED, MOVED]) {
      expect((await open(await mailed(owner.email, one), { password: LAST })).status).toBe(403);
    }
    expect(await signsIn(owner.email, NEXT)).toBe(true);
  });

  it('takes it back through a chain of later addresses and passwords, whose own links then open nothing', async () => {
    const owner = await testAccount(gateway);
    const [second, third] = [`second-${owner.email}`, `third-${owner.email}`];
    await moveTo(owner, second);
    const first = await mailed(owner.email, MOVED);
    const token = await gateway.token({ userId: owner.userId });
    await changeUser(token, { password: NEXT, current_password: PASSWORD, end: [] });
    await moveTo(owner, third, NEXT);
    const ofThief = await mailed(second, MOVED);
    expect((await open(first, { password: LAST })).status).toBe(303);
    expect((await open(ofThief, { password: PASSWORD })).status).toBe(403);
    expect(await emailOf(owner.userId)).toBe(owner.email);
  });

  it('keeps its link when a thief undoes first: who had the account earlier has the last word', async () => {
    const owner = await testAccount(gateway);
    const second = `second-${owner.email}`;
    await moveTo(owner, second);
    const first = await mailed(owner.email, MOVED);
    await moveTo(owner, `third-${owner.email}`);
    expect((await open(await mailed(second, MOVED), { password: NEXT })).status).toBe(303);
    expect(await emailOf(owner.userId)).toBe(second);
    expect((await open(first, { password: LAST })).status).toBe(303);
    expect(await emailOf(owner.userId)).toBe(owner.email);
    expect(await signsIn(second, NEXT)).toBe(false);
  });

  it('also ends what a thief’s address was sent between two times that it was the account’s', async () => {
    const owner = await testAccount(gateway);
    const thief = `thief-${owner.email}`;
    await moveTo(owner, thief);
    await moveTo(owner, owner.email);
    const ofThief = await mailed(thief, MOVED);
    await moveTo(owner, `again-${owner.email}`);
    await eventually(() =>
      expect(
        server.received.filter(({ to, parsed }) => to === owner.email && MOVED.test(parsed.subject ?? '')),
      ).toHaveLength(2),
    );
    expect((await open(await mailed(owner.email, MOVED), { password: NEXT })).status).toBe(303);
    expect((await open(ofThief, { password: LAST })).status).toBe(403);
    expect(await emailOf(owner.userId)).toBe(owner.email);
  });

  it('has seven days', async () => {
    const owner = await testAccount(gateway);
    await moveTo(owner, `next-${owner.email}`);
    const undo = await mailed(owner.email, MOVED);
    const shift = (days: number) =>
      gateway.database.execute(
        `update mails set code_expires_at = code_expires_at - make_interval(days => $2) where user_id = $1`,
        [owner.userId, days],
      );
    await shift(6);
    expect((await new Visitor(gateway.url).get(undo)).status).toBe(200);
    await shift(1);
    expect((await open(undo, { password: NEXT })).status).toBe(403);
  });

  it('that another account got meanwhile stays theirs, and its link can be used once it is free', async () => {
    const owner = await testAccount(gateway);
    await moveTo(owner, `next-${owner.email}`);
    const undo = await mailed(owner.email, MOVED);
    const other = await testAccount(gateway);
    await moveTo(other, owner.email);
    const taken = await open(undo, { password: NEXT });
    expect([taken.status, taken.html]).toEqual([403, expect.stringContaining('Another account has this')]);
    expect(await emailOf(other.userId)).toBe(owner.email);
    await gateway.database.execute('update users set email = $2 where id = $1', [
      other.userId,
      `free-${other.email}`,
    ]);
    expect((await open(undo, { password: NEXT })).status).toBe(303);
  });

  it('of a user who is disabled or erased takes nothing back', async () => {
    const owner = await testAccount(gateway);
    await moveTo(owner, `next-${owner.email}`);
    const undo = await mailed(owner.email, MOVED);
    await gateway.database.execute('update users set disabled_at = now() where id = $1', [owner.userId]);
    expect((await open(undo, { password: NEXT })).status).toBe(403);
    await gateway.database.execute('delete from users where id = $1', [owner.userId]);
    expect((await open(undo, { password: NEXT })).status).toBe(403);
  });

  it('that nobody confirmed is sent nothing: it may be a stranger’s', async () => {
    const owner = await testAccount(gateway, { isConfirmed: false });
    await moveTo(owner, `next-${owner.email}`);
    expect(server.received.filter(({ to }) => to === owner.email)).toEqual([]);
  });
});
