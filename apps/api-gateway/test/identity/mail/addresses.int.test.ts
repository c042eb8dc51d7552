import { eventually, Visitor } from '@tributary/testing';
import { GatewayUnderTest } from '../../gateway-under-test';
import { PASSWORD, testAccount } from '../../test-account';
import { linkIn, MailServer } from './mail-server';

const NEXT = 'another horse battery';
const CONFIRM = /Confirm your/;
const RESET = /new password/;

let server: MailServer;
let gateway: GatewayUnderTest;
beforeAll(async () => {
  server = await MailServer.start();
  gateway = await GatewayUnderTest.start(server.settings);
});
afterEach(() => {
  server.behaviour = {};
});
afterAll(async () => {
  await gateway.close();
  await server.stop();
});

/** An account that asks for the link that confirms its address. */
async function signedUp() {
  const user = await testAccount(gateway, { isConfirmed: false });
  await gateway.request('/api/v1/user/email-confirmation', { method: 'POST', token: user.token });
  return user;
}

async function confirmed() {
  const user = await signedUp();
  await open(user.one, linkIn(await server.mailTo(user.email, CONFIRM)));
  return user;
}

/** Opens a mail's link and sends its form. */
async function open(one: Visitor, link: string, values: Record<string, string | string[]> = {}) {
  const code = new URL(link, gateway.url).searchParams.get('code') ?? '';
  return one.submit(link, { code, ...values }, link.split('?')[0]);
}

const settingsOf = async (token: string) => (await gateway.get('/user/notices', token)).body['data'];
const asksForReset = (email: string) => new Visitor(gateway.url).submit('/forgotten-password', { email });
const signsIn = async (email: string, password: string) =>
  (await new Visitor(gateway.url).submit('/sign-in', { email, password })).status === 303;
const changeEmail = (token: string, email: string) =>
  gateway.request('/api/v1/user', { method: 'PUT', token, body: { email, current_password: PASSWORD } });
const sentTo = (email: string) => server.received.filter(({ to }) => to === email).length;

describe('an address', () => {
  it('is confirmed by the button behind the link, once, and not by looking at the link', async () => {
    const { one, email, token } = await signedUp();
    const link = linkIn(await server.mailTo(email, CONFIRM));
    await one.get(link);
    expect(await settingsOf(token)).toMatchObject({ email, email_confirmed: false, sends_mail: true });
    expect((await open(one, link)).status).toBe(200);
    expect(await settingsOf(token)).toMatchObject({ email, email_confirmed: true });
    expect((await open(one, link)).status).toBe(403);
  });

  it('is stored with the hash of the link’s code, not with the code', async () => {
    const { email, userId } = await signedUp();
    const code = new URL(linkIn(await server.mailTo(email, CONFIRM)), gateway.url).searchParams.get('code');
    const [row] = await gateway.database.query<{ text: string }>(
      `select string_agg(m::text || j::text, ' ') as text from mails m join jobs j on j.key = m.id::text where m.user_id = $1`,
      [userId],
    );
    expect(code).toHaveLength(43);
    expect(row?.text).not.toContain(code);
  });

  it('gets another link when asked, and the earlier one opens nothing', async () => {
    const { one, email, token } = await signedUp();
    const first = linkIn(await server.mailTo(email, CONFIRM));
    const again = await gateway.request('/api/v1/user/email-confirmation', { method: 'POST', token });
    expect(again.status).toBe(200);
    await eventually(() => expect(sentTo(email)).toBe(2));
    expect((await open(one, first)).status).toBe(403);
    expect((await open(one, linkIn(await server.mailTo(email, CONFIRM)))).status).toBe(200);
    await gateway.request('/api/v1/user/email-confirmation', { method: 'POST', token });
    expect(await settingsOf(token)).toMatchObject({ email_confirmed: true, new_email: null });
    expect(sentTo(email)).toBe(2);
  });

  it('is sent at most five links a day', async () => {
    const { token } = await signedUp();
    const answers = [];
    for (let count = 0; count < 5; count += 1) {
      answers.push(await gateway.request('/api/v1/user/email-confirmation', { method: 'POST', token }));
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429]);
  });

  it('opens nothing after a day', async () => {
    const { one, email, userId } = await signedUp();
    const link = linkIn(await server.mailTo(email, CONFIRM));
    await gateway.database.execute(
      `update mails set code_expires_at = now() - interval '1 second' where user_id = $1`,
      [userId],
    );
    expect((await open(one, link)).status).toBe(403);
  });

  it('is replaced by a new one once that is confirmed', async () => {
    const { one, email, token } = await confirmed();
    const next = `next-${email}`;
    expect((await changeEmail(token, next)).status).toBe(200);
    expect(await settingsOf(token)).toMatchObject({ email, new_email: next, email_confirmed: true });
    expect(await signsIn(email, PASSWORD)).toBe(true);
    expect((await open(one, linkIn(await server.mailTo(next, CONFIRM)))).status).toBe(200);
    expect(await settingsOf(token)).toMatchObject({ email: next, new_email: null, email_confirmed: true });
    expect(await signsIn(next, PASSWORD)).toBe(true);
  });

  it('that another account has is answered and shown like a free one, and stays theirs', async () => {
    const { one, email, token } = await confirmed();
    const owner = await confirmed();
    const [free, taken] = [await changeEmail(token, `free-${email}`), await changeEmail(token, owner.email)];
    expect([taken.status, taken.body]).toEqual([free.status, free.body]);
    expect(await settingsOf(token)).toMatchObject({ email, new_email: owner.email });
    await eventually(() => expect(sentTo(owner.email)).toBe(2));
    expect((await open(one, linkIn(await server.mailTo(owner.email, CONFIRM)))).status).toBe(403);
    expect(await settingsOf(token)).toMatchObject({ email });
    expect(await signsIn(owner.email, PASSWORD)).toBe(true);
  });
});

describe('a forgotten password', () => {
  it('is reset by a link that works once, ends the sessions that are ticked, and is in the trail', async () => {
    const { one, email, userId } = await confirmed();
    expect((await asksForReset(email.toUpperCase())).status).toBe(200);
    const link = linkIn(await server.mailTo(email, RESET));
    const stranger = new Visitor(gateway.url);
    expect((await open(stranger, link, { password: 'short' })).status).toBe(422);
    const ends = { password: NEXT, end: ['sessions'] };
    expect((await open(stranger, link, ends)).location).toMatch(/\/sign-in\?reset=ended$/);
    expect([await signsIn(email, PASSWORD), await signsIn(email, NEXT)]).toEqual([false, true]);
    expect(await one.isSignedIn()).toBe(false);
    expect((await stranger.get(link)).status).toBe(403);
    expect(
      (await stranger.submit('/forgotten-password', { code: '', password: NEXT }, '/reset-password')).status,
    ).toBe(403);
    const kinds = await gateway.database.query(
      'select 1 from security_events where user_id = $1 and kind = $2',
      [userId, 'PASSWORD_RESET'],
    );
    expect(kinds).toHaveLength(1);
  });

  it('is answered the same for an address that has no account, or is not confirmed', async () => {
    const unconfirmed = await signedUp();
    await server.mailTo(unconfirmed.email, CONFIRM);
    const known = await confirmed();
    const shown = await Promise.all(
      [known.email, unconfirmed.email, 'nobody@example.com'].map(async (email) => {
        const { status, html } = await asksForReset(email);
        return { status, html };
      }),
    );
    expect(shown[1]).toEqual(shown[0]);
    expect(shown[2]).toEqual(shown[0]);
    await server.mailTo(known.email, RESET);
    expect([sentTo(unconfirmed.email), sentTo('nobody@example.com')]).toEqual([1, 0]);
  });

  it('opens nothing after an hour', async () => {
    const { email, userId } = await confirmed();
    await asksForReset(email);
    const link = linkIn(await server.mailTo(email, RESET));
    await gateway.database.execute(
      `update mails set code_expires_at = now() - interval '1 second' where user_id = $1`,
      [userId],
    );
    expect((await new Visitor(gateway.url).get(link)).status).toBe(403);
  });

  it('is mailed at most five times an hour', async () => {
    const { email } = await confirmed();
    for (let count = 0; count < 7; count += 1) expect((await asksForReset(email)).status).toBe(200);
    await eventually(async () => {
      const waiting = await gateway.database.query(
        `select 1 from jobs where kind = 'mails' and finished_at is null`,
      );
      expect(waiting).toEqual([]);
    });
    expect(sentTo(email)).toBe(1 + 5);
  });

  it('can be asked for by a network so often, and no more', async () => {
    const limited = await GatewayUnderTest.start({ ...server.settings, RATE_LIMIT_MAIL_LINKS_PER_HOUR: '2' });
    try {
      const one = new Visitor(limited.url);
      const statuses = [];
      for (let count = 0; count < 3; count += 1) {
        statuses.push((await one.submit('/forgotten-password', { email: 'a@b.example' })).status);
      }
      expect(statuses).toEqual([200, 200, 429]);
    } finally {
      await limited.close();
    }
  });
});

describe('a mail', () => {
  it('that the server does not take now is sent later, the same', async () => {
    server.behaviour = { refusesWith: 451 };
    const { one, email, userId } = await signedUp();
    const [{ id } = { id: 0 }] = await gateway.database.query<{ id: number }>(
      'select id from mails where user_id = $1',
      [userId],
    );
    await eventually(async () => {
      const [job] = await gateway.database.query(
        `select cursor from jobs where kind = 'mails' and key = $1::text and cursor is not null`,
        [id],
      );
      expect(job).toEqual({ cursor: { failures: 1 } });
    });
    server.behaviour = {};
    await gateway.database.execute(`update jobs set due_at = now() where kind = 'mails' and key = $1::text`, [
      id,
    ]);
    expect((await open(one, linkIn(await server.mailTo(email, CONFIRM)))).status).toBe(200);
  });

  it('that the server refuses for good is given up', async () => {
    server.behaviour = { refusesWith: 550 };
    const { userId } = await signedUp();
    await eventually(async () => {
      const rows = await gateway.database.query('select state from mails where user_id = $1', [userId]);
      expect(rows).toEqual([{ state: 'FAILED' }]);
    });
  });

  it('that was taken by the server before the gateway died is sent again as the same mail', async () => {
    server.behaviour = { takesMs: 500 };
    const { one, email, userId } = await signedUp();
    await server.mailTo(email, CONFIRM);
    // As the lease of a dead process ends: what the first claim would save is refused, and the job is claimed again.
    await gateway.database.execute(
      `update jobs set fence = fence + 1, lease_until = null where kind = 'mails' and user_id = $1`,
      [userId],
    );
    await eventually(() => expect(sentTo(email)).toBe(2));
    const [first, second] = server.received.filter(({ to }) => to === email);
    expect(second?.parsed.messageId).toBe(first?.parsed.messageId);
    expect(second?.parsed.text).toBe(first?.parsed.text);
    await eventually(async () => {
      const rows = await gateway.database.query('select state from mails where user_id = $1', [userId]);
      expect(rows).toEqual([{ state: 'SENT' }]);
    });
    if (second) expect((await open(one, linkIn(second))).status).toBe(200);
  });
});

it('where no mail is sent, the page says whom to ask, and a new address counts at once', async () => {
  const silent = await GatewayUnderTest.start();
  try {
    const one = new Visitor(silent.url);
    const email = await one.signUp();
    expect((await one.get('/forgotten-password')).html).toContain('Ask whoever runs it');
    const [user] = await silent.database.query<{ id: number }>('select id from users where email = $1', [
      email,
    ]);
    const token = await silent.token({ userId: user?.id ?? 0 });
    const body = { email: `next-${email}`, current_password: PASSWORD };
    await silent.request('/api/v1/user', { method: 'PUT', token, body });
    expect((await silent.get('/user/notices', token)).body['data']).toMatchObject({
      sends_mail: false,
      email: `next-${email}`,
      email_confirmed: false,
    });
    expect(await silent.database.query('select 1 from mails')).toEqual([]);
  } finally {
    await silent.close();
  }
});
