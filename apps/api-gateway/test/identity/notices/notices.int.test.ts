import { ConnectionChangedV1, TransferLinkUpsertedV1, WebhookEndpointUpsertedV1 } from '@tributary/contracts';
import { eventually, Visitor } from '@tributary/testing';
import { PASSWORD, testAccount } from '../../test-account';
import { GatewayUnderTest } from '../../gateway-under-test';
import { MailServer } from '../mail/mail-server';
import { connectionOf, linkOf } from '../../samples';

const DAY_MS = 24 * 3_600_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const HEALTH = ConnectionChangedV1.sample.document.health;

let server: MailServer;
let gateway: GatewayUnderTest;
let lastId = 1000;
beforeAll(async () => {
  server = await MailServer.start();
  gateway = await GatewayUnderTest.start(server.settings);
});
afterAll(async () => {
  await gateway.close();
  await server.stop();
});

async function user({ isConfirmed = true } = {}) {
  const email = `user${(lastId += 1)}@example.com`;
  const userId = await gateway.user(email);
  if (isConfirmed) {
    await gateway.database.execute('update users set email_confirmed_at = now() where id = $1', [userId]);
  }
  return { email, userId, token: await gateway.token({ userId }) };
}

/** Has everything looked at once more. */
async function look() {
  const jobs = `from jobs where kind = 'notices'`;
  await gateway.database.execute(`update jobs set due_at = clock_timestamp() where kind = 'notices'`);
  await eventually(async () => {
    const [job] = await gateway.database.query<{ waits: boolean }>(
      `select due_at > clock_timestamp() + interval '30 seconds' and lease_until is null as waits ${jobs}`,
    );
    expect(job?.waits).toBe(true);
  });
  await eventually(async () => {
    const open = await gateway.database.query(
      `select 1 from jobs where kind = 'mails' and finished_at is null`,
    );
    expect(open).toEqual([]);
  });
}

const subjects = (email: string) =>
  server.received.filter(({ to }) => to === email).map(({ parsed }) => parsed.subject);

async function connection(userId: number, document: Parameters<typeof connectionOf>[2]) {
  const id = (lastId += 1);
  const enabled = { enabled: true, consent_expires_at: null, ...document };
  await gateway.publish(ConnectionChangedV1, id, connectionOf(userId, id, enabled));
  return id;
}

/** As if everything that fails had been seen to fail so long ago. */
const failsFor = (hours: number) =>
  gateway.database.execute('update failing_since set since = now() - make_interval(hours => $1)', [hours]);

describe('a consent that ends', () => {
  it('is reported in its last seven days and in its last, once each', async () => {
    const { email, userId } = await user();
    const id = await connection(userId, { name: 'Nordbank', consent_expires_at: inDays(6.5) });
    await look();
    await look();
    expect(subjects(email)).toEqual(['Your consent for Nordbank ends soon']);
    await gateway.database.execute(
      `update connections set document = jsonb_set(document, '{consent_expires_at}', to_jsonb($2::text)) where id = $1`,
      [id, inDays(0.5)],
    );
    await look();
    await look();
    expect(subjects(email)).toHaveLength(2);
    const { parsed } = await server.mailTo(email);
    expect(parsed.text).toContain('https://money.example/accounts');
    expect(parsed.from?.text).toBe('"Tributary" <tributary@money.example>');
  });

  it('is text in the mail, whatever the bank or its user calls it', async () => {
    const { email, userId } = await user();
    const name = 'Nord\r\nBcc: eve@evil.example\u202e <b>bank</b>';
    await connection(userId, { name, consent_expires_at: inDays(6) });
    await look();
    const { parsed, raw } = await server.mailTo(email);
    expect(parsed.subject).toBe('Your consent for Nord Bcc: eve@evil.example <b>bank</b> ends soon');
    expect(parsed.headers.has('bcc')).toBe(false);
    expect(parsed.html).toContain('&lt;b&gt;bank&lt;/b&gt;');
    expect(raw).not.toMatch(/^Bcc:/im);
  });
});

describe('what fails', () => {
  it('is reported after a day, and again only after it has worked', async () => {
    const { email, userId } = await user();
    const id = await connection(userId, { name: 'Nordbank', health: { ...HEALTH, status: 'FAILING' } });
    await look();
    await failsFor(23);
    await look();
    expect(subjects(email)).toEqual([]);
    await failsFor(25);
    await look();
    await look();
    expect(subjects(email)).toEqual(['Nordbank cannot be read']);
    const setHealth = (status: string) =>
      gateway.database.execute(
        `update connections set document = jsonb_set(document, '{health,status}', to_jsonb($2::text)) where id = $1`,
        [id, status],
      );
    await setHealth('HEALTHY');
    await look();
    await setHealth('FAILING');
    await look();
    await failsFor(26);
    await look();
    expect(subjects(email)).toHaveLength(2);
  });

  it('is reported of links whose transfers have failed', async () => {
    const { email, userId } = await user();
    const id = (lastId += 1);
    const link = linkOf(userId, id, 1);
    await gateway.publish(TransferLinkUpsertedV1, id, {
      ...link,
      document: { ...link.document, active: true },
    });
    await gateway.database.execute(
      `insert into transfers (transaction_id, id, version, user_id, account_id, transfer_link_id, status)
       values ($1, $1, 1, $2, 1, $1, 'FAILED')`,
      [id, userId],
    );
    await look();
    await failsFor(24);
    await look();
    expect(subjects(email)).toEqual(['Transactions do not arrive at your destination']);
    expect((await server.mailTo(email)).parsed.text).toContain(`https://money.example/links/${id}`);
  });
});

it('an endpoint that was switched off is reported by its host; one that its user switched off is not', async () => {
  const { email, userId } = await user();
  const sample = WebhookEndpointUpsertedV1.sample;
  for (const status of ['FAILING', 'HEALTHY'] as const) {
    const id = (lastId += 1);
    await gateway.publish(WebhookEndpointUpsertedV1, id, {
      ...sample,
      id,
      userId,
      updatedAt: new Date().toISOString(),
      document: {
        ...sample.document,
        url: `https://${status.toLowerCase()}.example/secret`,
        enabled: false,
        health: { ...HEALTH, status },
      },
    });
  }
  await look();
  await look();
  expect(subjects(email)).toEqual(['A webhook endpoint was switched off']);
  const { parsed } = await server.mailTo(email);
  expect(parsed.text).toContain('failing.example');
  expect(parsed.text).not.toContain('secret');
});

it('a sign-in from a new network is reported', async () => {
  const proxied = await GatewayUnderTest.start({ ...server.settings, TRUSTED_PROXIES: '127.0.0.1' });
  try {
    const from = (address: string) => new Visitor(proxied.url, { 'x-forwarded-for': address });
    const { email, userId } = await testAccount(proxied, { isConfirmed: false });
    await proxied.database.execute('delete from security_events where user_id = $1', [userId]);
    await proxied.database.execute('update users set email_confirmed_at = now() where id = $1', [userId]);
    await from('198.51.100.9').submit('/sign-in', { email, password: PASSWORD });
    await proxied.database.execute(`update jobs set due_at = clock_timestamp() where kind = 'notices'`);
    const { parsed } = await server.mailTo(email, /signed in/);
    expect(parsed.text).toContain('198.51.100.0/24');
    expect(parsed.text).toContain('https://money.example/settings');
  } finally {
    await proxied.close();
  }
});

describe('notices', () => {
  const ending = async (userId: number, name = 'Nordbank') =>
    connection(userId, { name, consent_expires_at: inDays(6) });

  it('go to confirmed addresses of enabled users only', async () => {
    const [unconfirmed, disabled] = [await user({ isConfirmed: false }), await user()];
    await gateway.database.execute('update users set disabled_at = now() where id = $1', [disabled.userId]);
    for (const { userId } of [unconfirmed, disabled]) await ending(userId);
    await look();
    expect([...subjects(unconfirmed.email), ...subjects(disabled.email)]).toEqual([]);
  });

  it('can be switched off by kind', async () => {
    const { email, userId, token } = await user();
    const change = (body: object) => gateway.request('/api/v1/user/notices', { method: 'PUT', token, body });
    const off = await change({ consent_ends: false, new_sign_in: 'no' });
    expect(off.body['data']).toMatchObject({
      notices: { consent_ends: false, connection_fails: true, link_fails: true, new_sign_in: false },
    });
    await ending(userId);
    await look();
    expect(subjects(email)).toEqual([]);
    const on = await change({ consent_ends: true });
    expect(on.body['data']).toMatchObject({ notices: { consent_ends: true, new_sign_in: false } });
    await look();
    expect(subjects(email)).toHaveLength(1);
    expect((await change({ consent_ends: 'perhaps' })).status).toBe(422);
  });

  it('are at most twenty a day to a user; the rest comes the day after', async () => {
    const { email, userId } = await user();
    for (let count = 0; count < 22; count += 1) await ending(userId, `Bank ${count}`);
    await look();
    expect(subjects(email)).toHaveLength(20);
    await gateway.database.execute(
      `update mails set created_at = created_at - interval '25 hours' where user_id = $1`,
      [userId],
    );
    await look();
    expect(subjects(email)).toHaveLength(22);
  });

  it('are settings of the owner alone', async () => {
    const { userId } = await user();
    const restricted = await gateway.token({ userId, scopes: ['accounts:read'] });
    expect((await gateway.get('/user/notices', restricted)).status).toBe(403);
  });
});
