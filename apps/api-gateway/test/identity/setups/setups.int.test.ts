import { SESSION_COOKIE } from '../../../src/identity/sessions/cookies';
import {
  ActivateConnection,
  CompleteConsent,
  CommandPayload,
  ConnectionChangedV1,
  CreateConnection,
  EventPayload,
  InstitutionUpsertedV1,
} from '@tributary/contracts';
import { Consumption } from '@tributary/messaging';
import { beginSession } from '../../../src/identity/sessions/sessions';
import { keyOfState } from '../../../src/identity/setups/browser-return';
import { fake, FakeCommand, GatewayUnderTest } from '../../gateway-under-test';
import { connectionOf, institutionOf } from '../../samples';
import { Visitor } from '@tributary/testing';

const STATE = 'A'.repeat(43);
const BANK_PAGE = 'https://bank.example/consent?for=me';
const REDIRECT = 'https://client.example/done';
const BACK = `/api/v1/finance/connections/callback?state=${STATE}&code=c`;

let gateway: GatewayUnderTest;
let owner: number;
let token: string;
let played: Consumption[] = [];
let completed: CommandPayload<typeof CompleteConsent>[] = [];

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  owner = await gateway.user('owner@example.com');
  token = await gateway.token({ userId: owner });
  await gateway.publish(InstitutionUpsertedV1, 2, institutionOf(2));
});
afterAll(() => gateway.close());
beforeEach(async () => {
  completed = [];
  await play(
    fake(CreateConnection, () => ({ connection: pending(), link: BANK_PAGE, stateHash: keyOfState(STATE) })),
    fake(CompleteConsent, (payload) => {
      completed.push(payload);
      return { outcome: 'GIVEN' as const, redirectUrl: REDIRECT, connection: pending() };
    }),
    fake(ActivateConnection, ({ browserConfirmed }) => {
      expect(browserConfirmed).toBe(true);
      return { connection: pending(), financialAccountIds: [] };
    }),
  );
});
afterEach(async () => {
  for (const one of played) await one.stop();
  played = [];
});

async function play(...commands: FakeCommand[]): Promise<void> {
  played.push(await gateway.playOwner(...commands));
}

let version = 1;
function pending(): EventPayload<typeof ConnectionChangedV1> {
  version += 1;
  return { ...connectionOf(owner, 30, { status: 'PENDING', institution_id: 2 }), version };
}

async function begin(): Promise<string> {
  const body = { institution_id: '2', redirect_url: REDIRECT };
  const answer = await gateway.request('/api/v1/finance/connections', { method: 'POST', token, body });
  expect(answer.status).toBe(201);
  return (answer.body as { data: { auth_url: string } }).data.auth_url;
}

async function browserOf(userId: number): Promise<Visitor> {
  return new Visitor(gateway.url).setCookie(SESSION_COOKIE, await beginSession(gateway.database, userId));
}

describe('the page of an auth_url', () => {
  it('sends a signed-out user to the sign-in, and back', async () => {
    const authUrl = await begin();
    const { status, location } = await new Visitor(gateway.url).get(authUrl);
    expect(status).toBe(303);
    const { pathname, searchParams } = new URL(location ?? '');
    expect([pathname, searchParams.get('return_to')]).toEqual(['/sign-in', new URL(authUrl).pathname]);
  });

  it('names the institution and the receiving user, and does not show the institution’s address', async () => {
    const { html, headers } = await (await browserOf(owner)).get(await begin());
    expect(html).toContain('owner@example.com');
    expect(html).toContain(institutionOf(2).document.name);
    expect(html).not.toContain('bank.example');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('requires a form of this visit: one from another site is refused', async () => {
    const browser = await browserOf(owner);
    const { status } = await browser.post(new URL(await begin()).pathname, { decision: 'confirm' });
    expect(status).toBe(403);
  });

  it('redirects to the client if the user refuses, and ends', async () => {
    const browser = await browserOf(owner);
    const authUrl = await begin();
    const { html } = await browser.submit(authUrl, { decision: 'refuse' });
    expect(html).toContain(`${REDIRECT}?connection_id=30&amp;outcome=refused`);
    expect((await browser.get(authUrl)).status).toBe(410);
  });

  it('ends with the next setup of the connection', async () => {
    const first = await begin();
    const browser = await browserOf(owner);
    const second = await begin();
    expect((await browser.get(first)).status).toBe(410);
    expect((await browser.get(second)).status).toBe(200);
  });

  it('works in the browser that confirmed, as often as it is loaded, and in no other of the same user', async () => {
    const authUrl = await begin();
    const browser = await browserOf(owner);
    expect(await browser.confirm(authUrl)).toBe(BANK_PAGE);
    expect(await browser.confirm(authUrl)).toBe(BANK_PAGE);
    const phone = await browserOf(owner);
    expect((await phone.get(`${authUrl}/continue`)).status).toBe(403);
    expect((await phone.submit(authUrl, { decision: 'confirm' })).status).toBe(403);
  });

  it('stores the link to the institution encrypted, and no secret in clear', async () => {
    const authUrl = await begin();
    const browser = await browserOf(owner);
    await browser.confirm(authUrl);
    const [{ kept = '' } = {}] = await gateway.database.query<{ kept: string }>(
      'select json_agg(s)::text as kept from setups s',
    );
    const start = authUrl.split('/').at(-1) ?? '';
    for (const secret of [
      start,
      STATE,
      'bank.example',
      browser.cookie('__Host-tributary_browser') ?? start,
    ]) {
      expect(kept).not.toContain(secret);
    }
  });
});

describe('a browser that comes back', () => {
  const activate = () =>
    gateway.request('/api/v1/finance/connections/30/activate', { method: 'POST', token, body: {} });

  it('completes the setup that was confirmed in it, repeatedly, and lets the client retry', async () => {
    const browser = await browserOf(owner);
    await browser.confirm(await begin());
    for (const _again of [1, 2]) {
      expect((await browser.browse(BACK)).at.href).toBe(`${REDIRECT}?connection_id=30&outcome=given`);
    }
    expect(completed.map(({ browserConfirmed }) => browserConfirmed)).toEqual([true, true]);
    expect((await activate()).status).toBe(200);
  });

  it('completes each of two setups that were confirmed in it', async () => {
    const browser = await browserOf(owner);
    await browser.confirm(await begin());
    const [before] = [browser.cookie('__Host-tributary_browser')];
    await browser.confirm(await begin());
    expect(browser.cookie('__Host-tributary_browser')).toBe(before);
    await browser.browse(BACK);
    expect(completed).toMatchObject([{ browserConfirmed: true }]);
  });

  it('without having confirmed, or with another’s cookie, has the consent ended', async () => {
    const browser = await browserOf(owner);
    await browser.confirm(await begin());
    const foreign = await browserOf(owner);
    foreign.setCookie('__Host-tributary_browser', 'B'.repeat(43));
    expect(await foreign.browse(BACK)).toMatchObject({ status: 403 });
    expect(completed).toMatchObject([{ browserConfirmed: false, callback: { code: 'c' } }]);
    // And then it is over for the browser that confirmed, too.
    expect((await browser.browse(BACK)).status).toBe(403);
  });

  it('in which another user has signed in meanwhile has the consent ended', async () => {
    const browser = await browserOf(owner);
    await browser.confirm(await begin());
    const other = await gateway.user(`other-${version}@example.com`);
    browser.setCookie(SESSION_COOKIE, await beginSession(gateway.database, other));
    expect((await browser.browse(BACK)).status).toBe(403);
    expect(completed).toMatchObject([{ browserConfirmed: false }]);
  });

  it('too late, or for a setup from before setups were bound, has the consent ended', async () => {
    const browser = await browserOf(owner);
    await browser.confirm(await begin());
    await gateway.database.execute(`update setups set expires_at = now()`);
    expect((await browser.browse(BACK)).status).toBe(403);
    await gateway.database.execute('delete from setups');
    expect((await browser.browse(BACK)).status).toBe(403);
    expect(completed.map(({ browserConfirmed }) => browserConfirmed)).toEqual([false, false]);
  });
});

it('the owner learns that no browser came back if a client retries too early', async () => {
  await begin();
  for (const one of played) await one.stop();
  played = [];
  const asked: unknown[] = [];
  await play(
    fake(ActivateConnection, ({ browserConfirmed }) => {
      asked.push(browserConfirmed);
      return { connection: pending(), financialAccountIds: [] };
    }),
  );
  await gateway.request('/api/v1/finance/connections/30/activate', { method: 'POST', token, body: {} });
  expect(asked).toEqual([false]);
});
