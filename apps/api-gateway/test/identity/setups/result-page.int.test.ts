import {
  CONSENT_OUTCOMES,
  CreateConnection,
  InstitutionUpsertedV1,
  ReauthorizeConnection,
} from '@tributary/contracts';
import { Visitor } from '@tributary/testing';
import { SESSION_COOKIE } from '../../../src/identity/sessions/cookies';
import { keyOfState } from '../../../src/identity/setups/browser-return';
import { beginSession } from '../../../src/identity/sessions/sessions';
import { appToken } from '../../contract/minted-tokens';
import { fake, GatewayUnderTest } from '../../gateway-under-test';
import { connectionOf, institutionOf } from '../../samples';

let gateway: GatewayUnderTest;
let userId: number;
let token: string;
let asked: string[] = [];
let version = 1;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  userId = await gateway.user('owner@example.com');
  token = await gateway.token({ userId });
  await gateway.publish(InstitutionUpsertedV1, 2, institutionOf(2));
  const begun = ({ redirectUrl }: { readonly redirectUrl: string }) => {
    asked.push(redirectUrl);
    const connection = {
      ...connectionOf(userId, 30, { status: 'PENDING', institution_id: 2 }),
      version: ++version,
    };
    return { connection, link: 'https://bank.example/consent', stateHash: keyOfState('A'.repeat(43)) };
  };
  await gateway.playOwner(fake(CreateConnection, begun), fake(ReauthorizeConnection, begun));
});
beforeEach(() => (asked = []));
afterAll(() => gateway.close());

const post = (path: string, body: unknown, by = token) =>
  gateway.request<{ data: { auth_url: string } }>(`/api/v1/finance/connections${path}`, {
    method: 'POST',
    token: by,
    body,
  });
const OWN_PAGE = () => new URL('/connect/done', gateway.url).href;

describe('a setup without a redirect_url', () => {
  it('ends at a page of ours, for a new connection and for a renewal', async () => {
    expect((await post('', { institution_id: 2 })).status).toBe(201);
    expect((await post('/30/reauthorize', {})).status).toBe(200);
    expect(asked).toEqual([OWN_PAGE(), OWN_PAGE()]);
  });

  it('may be an app’s, which names no address that it would have to be registered with', async () => {
    const app = await appToken(gateway, userId, [
      'financial-connections:write',
      'financial-connections:read',
    ]);
    expect((await post('', { institution_id: 2 }, app)).status).toBe(201);
    const elsewhere = { institution_id: 2, redirect_url: 'https://elsewhere.example/' };
    expect((await post('', elsewhere, app)).status).toBe(422);
  });

  it('leads nowhere else where the user refuses', async () => {
    const { body } = await post('', { institution_id: 2 });
    const session = await beginSession(gateway.database, userId);
    const browser = new Visitor(gateway.url).setCookie(SESSION_COOKIE, session);
    const { html } = await browser.submit(body.data.auth_url, { decision: 'refuse' });
    expect(html).toContain('Nothing was connected');
    expect(html).not.toContain('Back to where you came from');
  });
});

describe('the page of ours', () => {
  it('says how it went, to whoever comes, in plain words', async () => {
    const visitor = new Visitor(gateway.url);
    const shown = new Map<string, string>();
    for (const outcome of CONSENT_OUTCOMES) {
      const page = await visitor.get(`/connect/done?connection_id=30&outcome=${outcome.toLowerCase()}`);
      expect(page.status).toBe(200);
      expect(page.headers.get('cache-control')).toBe('no-store');
      shown.set(outcome, page.html);
    }
    expect(shown.get('GIVEN')).toContain('Your accounts are being read');
    expect(shown.get('REFUSED')).toContain('nothing was connected');
    expect(shown.get('UNAVAILABLE')).toContain('is not lost');
  });

  it.each(['', '?outcome=', '?outcome=GIVEN%3Cscript%3E'])('is not there for %j', async (query) => {
    expect((await new Visitor(gateway.url).get(`/connect/done${query}`)).status).toBe(404);
  });
});
