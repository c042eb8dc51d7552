import { eventually } from '@tributary/testing';
import type { AttackedSystem } from './attacked-system';

const REDIRECT = 'https://app.example/connected';
const SCOPES = ['financial-connections:read', 'financial-connections:write', 'accounts:read'];

/** Consent for users whom an app manages: they have no account in Tributary and cannot sign in. */
export function consentOfManagedUsers(system: () => AttackedSystem): void {
  const app = 'Budget buddy';
  let token: string;
  let users = 0;
  beforeEach(async () => {
    users += 1;
    token = await managedToken(`customer-${users}`);
  });

  /** Returns a token of the managed user, as the app's server gets it. */
  async function managedToken(managedUser: string): Promise<string> {
    const owner = await system().user(`app-owner-${users}`);
    const registered = await system().data<{ client_id: string; secret: string }>(
      'POST',
      '/apps',
      owner.token,
      { name: app, redirect_uris: [REDIRECT], scopes: SCOPES, confidential: true, manages_users: true },
    );
    const { client_id: clientId, secret } = registered;
    const response = await fetch(`${system().url}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        managed_user: managedUser,
        scope: SCOPES.join(' '),
      }),
    });
    return ((await response.json()) as { access_token: string }).access_token;
  }

  const begin = () => system().beginConnection(token, 'BERKA', REDIRECT);
  const accounts = () => system().data<unknown[]>('GET', '/finance/accounts', token);

  it('the page names the app and its user, and one browser completes the setup', async () => {
    const { id, authUrl } = await begin();
    const browser = system().guest();
    const { html } = await browser.get(authUrl);
    expect(html).toContain(
      `the app <strong>${app}</strong>, for its user <strong>customer-${users}</strong>`,
    );
    const end = await browser.consent(authUrl);
    expect(end.href).toBe(`${REDIRECT}?connection_id=${id}&outcome=given`);
    await eventually(async () => expect(await accounts()).not.toEqual([]));
  });

  it('a start link works for one browser and ten minutes', async () => {
    const { authUrl } = await begin();
    await system().guest().confirm(authUrl);
    const second = await system().guest().submit(authUrl, { decision: 'confirm' });
    expect([second.status, second.html]).toEqual([
      403,
      expect.stringContaining('Confirmed in another browser'),
    ]);
    const late = await begin();
    await system().sql(
      `update api_gateway.setups set expires_at = expires_at - interval '10 minutes' where connection_id = $1`,
      [late.id],
    );
    expect((await system().guest().get(late.authUrl)).status).toBe(410);
  });

  it('a consent of another browser is ended at the provider', async () => {
    const before = (await system().control.consents())['provider-a'];
    const { authUrl } = await begin();
    const bankLink = await system().guest().confirm(authUrl);
    expect((await system().guest().browse(bankLink)).status).toBe(403);
    expect(await accounts()).toEqual([]);
    await eventually(async () => expect((await system().control.consents())['provider-a']).toEqual(before), {
      timeoutMs: 20_000,
    });
  });

  it('a redirect_url that is not registered for the app is refused before the consent', async () => {
    const institutions = '/finance/institutions?filter[external_id]=BERKA';
    const [bank] = await system().data<{ id: string }[]>('GET', institutions, token);
    const body = { institution_id: bank?.id, redirect_url: 'https://elsewhere.example/' };
    const { status, body: refused } = await system().rest('POST', '/finance/connections', token, body);
    expect([status, Object.keys(refused['errors'] as object)]).toEqual([422, ['redirect_url']]);
  });
}
