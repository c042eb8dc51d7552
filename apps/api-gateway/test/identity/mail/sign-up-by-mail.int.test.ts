import { csrfOf, eventually, VisitedPage, Visitor } from '@tributary/testing';
import { recordingStatements } from '../../contract/recorded-statements';
import { GatewayUnderTest } from '../../gateway-under-test';
import { invite } from '../../../src/identity/sign-up/invitations';
import { PASSWORD, testAccount } from '../../test-account';
import { linkIn, MailServer } from './mail-server';

const BEGIN = /Begin your account/;
const CONFIRM = /Confirm your/;
const OWN = 'a password of the owner';

let server: MailServer;
let gateway: GatewayUnderTest;
beforeAll(async () => {
  server = await MailServer.start();
  gateway = await GatewayUnderTest.start({ ...server.settings, SIGN_UP: 'open' });
});
afterAll(async () => {
  await gateway.close();
  await server.stop();
});

let addresses = 0;
const newAddress = () => `newcomer-${(addresses += 1)}@example.com`;
const ask = (email: string, invitation = '', of = gateway) =>
  new Visitor(of.url).submit(
    `/sign-up?invitation=${invitation}`,
    { email, invitation, name: 'Thief', password: PASSWORD },
    '/sign-up',
  );
const linkTo = async (email: string) => linkIn(await server.mailTo(email, BEGIN));
const sentTo = (email: string) => server.received.filter(({ to }) => to === email).length;
const userOf = async (email: string, of = gateway) =>
  (
    await of.database.query<{ id: number; email_confirmed_at: Date | null; role: string }>(
      'select id, email_confirmed_at, role from users where email = $1',
      [email],
    )
  )[0];
const signsIn = async (email: string, password: string) =>
  (await new Visitor(gateway.url).submit('/sign-in', { email, password })).status === 303;

async function begin(link: string, values: Record<string, string> = {}, of = gateway): Promise<VisitedPage> {
  const one = new Visitor(of.url);
  const page = await one.get(link);
  if (page.status !== 200) return page;
  const code = new URL(link, of.url).searchParams.get('code') ?? '';
  return one.submit(link, { code, name: 'Aino', password: OWN, ...values }, '/begin-account');
}

/** Waits until all mails that wait have been sent. */
async function untilSent(of = gateway): Promise<void> {
  await eventually(async () => {
    const waiting = await of.database.query(
      `select 1 from jobs where kind = 'mails' and finished_at is null`,
    );
    expect(waiting).toEqual([]);
  });
}

it('an account begins with the link in the mail, and its address is confirmed', async () => {
  const email = newAddress();
  expect((await ask(email.toUpperCase())).html).toContain('Look into your mail');
  const link = await linkTo(email);
  expect(await userOf(email)).toBeUndefined();
  expect((await begin(link, { password: 'short' })).status).toBe(422);
  expect((await begin(link)).location).toMatch(/\/sign-in\?begun=1$/);
  expect(await userOf(email)).toMatchObject({ role: 'USER', email_confirmed_at: expect.any(Date) as Date });
  expect((await begin(link)).status).toBe(403);
  expect([await signsIn(email, OWN), await signsIn(email, PASSWORD)]).toEqual([true, false]);
});

it('who enters an address first keeps its owner from nothing, and their link is as good', async () => {
  const email = newAddress();
  for (let turn = 0; turn < 7; turn += 1) await ask(email);
  await untilSent();
  expect(sentTo(email)).toBe(5);
  expect((await begin(await linkTo(email))).status).toBe(303);
  expect(await signsIn(email, OWN)).toBe(true);
});

it('a link ends with the account that another link began', async () => {
  const email = newAddress();
  await ask(email);
  const first = await linkTo(email);
  await ask(email);
  await eventually(() => expect(sentTo(email)).toBe(2));
  expect((await begin(await linkTo(email))).status).toBe(303);
  expect((await begin(first, { password: PASSWORD })).status).toBe(403);
  expect(await signsIn(email, OWN)).toBe(true);
});

it('a known and an unknown address get the same answer, to the byte, and the known one no mail', async () => {
  const { email, userId } = await testAccount(gateway);
  const seen = async (address: string) => {
    const { status, headers, html } = await ask(address);
    const shown = [...headers].filter(([name]) => !/^(date|set-cookie|content-length)$/.test(name));
    return { status, shown, html: html.replace(csrfOf(html), '') };
  };
  expect(await seen(email)).toEqual(await seen(newAddress()));
  await untilSent();
  expect(sentTo(email)).toBe(0);
  const kinds = await gateway.database.query('select kind from security_events where user_id = $1', [userId]);
  expect(kinds).toContainEqual({ kind: 'SIGN_UP_REPEATED' });
});

it('both cost the same: as many reads, and one statement that writes a mail', async () => {
  const work = async (email: string) => {
    const { statements } = await recordingStatements(() => ask(email));
    const own = statements.filter((sql) => /\b(users|security_events|mails|jobs)\b/.test(sql));
    return {
      reads: own.filter((sql) => /^\s*select/.test(sql) && /\busers\b/.test(sql)).length,
      mails: own.filter((sql) => /insert into mails/.test(sql)).length,
    };
  };
  const { email } = await testAccount(gateway);
  expect(await work(email)).toEqual(await work(newAddress()));
});

it('an account from before that never confirmed its address signs in, and loses it to nobody who does not say so', async () => {
  const holder = await testAccount(gateway, { isConfirmed: false });
  await ask(holder.email);
  const link = await linkTo(holder.email);
  const refused = await begin(link);
  expect([refused.status, refused.html]).toEqual([422, expect.stringContaining('That account is not mine')]);
  expect(await signsIn(holder.email, PASSWORD)).toBe(true);
  expect((await begin(link, { displace: 'yes' })).status).toBe(303);
  expect(await signsIn(holder.email, OWN)).toBe(true);
  const released = `released-${holder.userId}@unconfirmed.invalid`;
  expect((await gateway.get('/user', holder.token)).body['data']).toMatchObject({ email: released });
  expect([await signsIn(released, PASSWORD), await holder.one.isSignedIn()]).toEqual([true, true]);
});

it('nor does it keep the address from an account that confirms it', async () => {
  const [holder, owner] = [await testAccount(gateway, { isConfirmed: false }), await testAccount(gateway)];
  const body = { email: holder.email, current_password: PASSWORD };
  await gateway.request('/api/v1/user', { method: 'PUT', token: owner.token, body });
  const link = linkIn(await server.mailTo(holder.email, CONFIRM));
  const code = new URL(link, gateway.url).searchParams.get('code') ?? '';
  expect((await owner.one.submit(link, { code }, '/confirm-address')).status).toBe(200);
  expect((await userOf(holder.email))?.id).toBe(owner.userId);
});

describe('where people are invited', () => {
  let inviting: GatewayUnderTest;
  beforeAll(async () => {
    inviting = await GatewayUnderTest.start({ ...server.settings, SIGN_UP: 'invitation' });
  });
  afterAll(() => inviting.close());

  it('the invitation is used up by the link, not by asking for it', async () => {
    const [email, other] = [newAddress(), newAddress()];
    const text = await inviting.invitation();
    expect((await ask(email, text, inviting)).status).toBe(200);
    expect((await ask(other, text, inviting)).status).toBe(200);
    const [link, late] = [await linkTo(email), await linkTo(other)];
    expect((await begin(link, {}, inviting)).status).toBe(303);
    expect((await begin(late, {}, inviting)).status).toBe(403);
    expect(await userOf(other, inviting)).toBeUndefined();
    expect((await ask(newAddress(), text, inviting)).status).toBe(403);
  });

  it('one for an address sends no mail to another one, and none at all sends none', async () => {
    const { text } = await invite(inviting.database, { email: 'guest@example.com', days: 1 });
    const other = newAddress();
    expect((await ask(other, text, inviting)).status).toBe(403);
    await untilSent(inviting);
    expect(sentTo(other)).toBe(0);
  });
});

it('the first user is made at once, since mail may not work yet', async () => {
  const first = await GatewayUnderTest.start({ ...server.settings, SIGN_UP: 'first-user' });
  try {
    const email = await new Visitor(first.url).signUp();
    expect(await userOf(email, first)).toMatchObject({ role: 'ADMIN', email_confirmed_at: null });
    expect((await new Visitor(first.url).get('/sign-up')).status).toBe(403);
  } finally {
    await first.close();
  }
});
