import { Visitor } from '@tributary/testing';
import { createConsoleLink } from '../../src/identity/sessions/console-links';
import { SESSION_COOKIE } from '../../src/identity/sessions/cookies';
import { GatewayUnderTest } from '../gateway-under-test';

let gateway: GatewayUnderTest;
let userId: number;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  userId = await gateway.user('maija@example.com');
});
afterAll(() => gateway.close());

const link = () => createConsoleLink(gateway.database, userId);
const visitor = (headers?: Record<string, string>) => new Visitor(gateway.url, headers);

describe('the link that opens the console', () => {
  it('signs its user in, once', async () => {
    const path = await link();
    const one = visitor();
    const opened = await one.get(path);
    expect([opened.status, opened.location]).toEqual([303, `${gateway.url}/`]);
    const headers = {
      cookie: `${SESSION_COOKIE}=${one.cookie(SESSION_COOKIE) ?? ''}`,
      'sec-fetch-site': 'same-origin',
    };
    const { body } = await gateway.request<{ user: { id: string } }>('/console/session', { headers });
    expect(body.user.id).toBe(String(userId));

    const other = visitor();
    const again = await other.get(path);
    expect(again.status).toBe(403);
    expect(again.html).toContain('This link opens nothing any more');
    expect(other.cookie(SESSION_COOKIE)).toBeUndefined();
  });

  it('signs in one of many who use it at the same time', async () => {
    const path = await link();
    const all = await Promise.all(Array.from({ length: 8 }, () => visitor().get(path)));
    expect(all.map(({ status }) => status).sort()).toEqual([303, ...Array<number>(7).fill(403)]);
  });

  it('has ended after ten minutes', async () => {
    const path = await link();
    const [row] = await gateway.database.query<{ minutes: number }>(
      `select round(extract(epoch from max(expires_at) - now()) / 60)::int as minutes from one_use_codes`,
    );
    expect(row?.minutes).toBe(10);
    await gateway.database.execute('update one_use_codes set expires_at = now()');
    expect((await visitor().get(path)).status).toBe(403);
  });

  it('opens nothing from elsewhere, and is not used up by that', async () => {
    const path = await link();
    expect((await visitor({ 'x-forwarded-for': '203.0.113.9' }).get(path)).status).toBe(403);
    expect((await visitor({ 'x-forwarded-for': '127.0.0.1' }).get(path)).status).toBe(403);
    expect((await visitor().get(path)).status).toBe(303);
  });

  it('opens nothing with a code that was not given out', async () => {
    for (const code of ['', '?code=', '?code=trb_col_x', '?code=a&code=b']) {
      expect((await visitor().get(`/console/open${code}`)).status).toBe(403);
    }
  });

  it('opens nothing for a user who is disabled', async () => {
    const path = await link();
    await gateway.database.execute('update users set disabled_at = now() where id = $1', [userId]);
    const one = visitor();
    await one.get(path);
    expect((await one.get('/')).location).toContain('/sign-in');
    await gateway.database.execute('update users set disabled_at = null where id = $1', [userId]);
  });

  it('is stored as a hash only, and in the audit trail as a sign-in', async () => {
    const path = await link();
    const code = new URL(path, gateway.url).searchParams.get('code') ?? '';
    const rows = await gateway.database.query<{ row: string }>('select c::text as row from one_use_codes c');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ row }) => row.includes(code.slice(8)))).toBe(false);
    await visitor().get(path);
    const [event] = await gateway.database.query<{ kind: string }>(
      'select kind from security_events where user_id = $1 order by id desc limit 1',
      [userId],
    );
    expect(event?.kind).toBe('SIGNED_IN');
  });
});
