import {
  AccountUpsertedV1,
  CompleteConsent,
  CreateConnection,
  InstitutionUpsertedV1,
} from '@tributary/contracts';
import { readFileSync } from 'node:fs';
import { Browser, Page } from 'playwright-core';
import { createHash, randomBytes } from 'node:crypto';
import { createServer, Server } from 'node:http';
import { AddressInfo } from 'node:net';
import { describeBrowser, startBrowser } from '../../browser';
import { createFirstRunCode } from '../../../src/identity/sign-up/first-run';
import { keyOfState } from '../../../src/identity/setups/browser-return';
import { fake, GatewayUnderTest } from '../../gateway-under-test';
import { accountOf, connectionOf, institutionOf } from '../../samples';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const STATE = 'A'.repeat(43);
const PASSWORD = 'correct horse battery';

describeBrowser('the pages in a real browser', () => {
  let gateway: GatewayUnderTest;
  let browser: Browser;
  let page: Page;
  /** The app's own server, to which its browser comes back. */
  let app: Server;
  let redirectUri: string;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    browser = await startBrowser();
    app = createServer((request, response) => {
      if (request.url !== '/bank') return response.end('Thank you.');
      const location = at(`/api/v1/finance/connections/callback?state=${STATE}`);
      return response.writeHead(302, { location }).end();
    });
    await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
    redirectUri = `http://127.0.0.1:${(app.address() as AddressInfo).port}/callback`;
    page = await (await browser.newContext()).newPage();
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await new Promise((resolve) => app.close(resolve));
    await gateway.close();
  });

  const at = (path: string) => `${gateway.url.replace('[::1]', '127.0.0.1')}${path}`;

  /** What axe finds against WCAG 2.2 AA, in both themes. */
  async function complaints(): Promise<unknown[]> {
    return [...(await complaintsIn('light')), ...(await complaintsIn('dark'))];
  }

  /** The page's own rules let no script in: axe looks at a copy of it without them. */
  async function complaintsIn(colorScheme: 'light' | 'dark'): Promise<unknown[]> {
    const context = await browser.newContext({
      bypassCSP: true,
      colorScheme,
      storageState: await page.context().storageState(),
    });
    const copy = await context.newPage();
    await copy.goto(page.url());
    await copy.addScriptTag({ content: AXE });
    const found = await copy.evaluate(async () => {
      const { axe } = globalThis as unknown as {
        axe: { run: (of: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      };
      const { violations } = await axe.run({
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      });
      return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }));
    });
    await context.close();
    return found;
  }

  it('shows who comes first where the code is typed, on any window', async () => {
    await createFirstRunCode(gateway.database);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(at('/'));
    await page.getByLabel('Code from the terminal').waitFor();
    expect(await complaints()).toEqual([]);
    const excess = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate<number>(excess)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  it('a user signs up, with cookies that browsers accept on this computer’s own address', async () => {
    await page.goto(at(`/sign-up?invitation=${await gateway.invitation()}`));
    expect(await complaints()).toEqual([]);
    await page.getByLabel('Your name').fill('Maija');
    await page.getByLabel('E-mail address').fill('maija@example.com');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Make an account' }).click();
    await page.getByRole('status').filter({ hasText: 'there is one now' }).waitFor();
    expect(await complaints()).toEqual([]);
    await page.getByLabel('E-mail address').fill('maija@example.com');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });

  it('authorizes an app for one account, and ends its access in the console', async () => {
    const [{ id: userId } = { id: 0 }] = await gateway.database.query<{ id: number }>('select id from users');
    await gateway.publish(AccountUpsertedV1, 17, accountOf(userId, 17));
    const registered = await gateway.request<{ data: { client_id: string } }>('/api/v1/apps', {
      method: 'POST',
      token: await gateway.token({ userId }),
      body: { name: 'Budget buddy', redirect_uris: [redirectUri], scopes: ['accounts:read'] },
    });
    const clientId = registered.body.data.client_id;

    const verifier = randomBytes(32).toString('base64url');
    const ask = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      scope: 'accounts:read',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    await page.goto(at(`/oauth/authorize?${ask.toString()}`));
    await page.getByRole('heading', { name: 'Let Budget buddy in?' }).waitFor();
    expect(await complaints()).toEqual([]);
    await page.getByLabel('Only these:').check();
    await page.getByRole('group', { name: 'Which accounts it sees' }).getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'Let it in' }).click();
    await page.getByText('Thank you.').waitFor();
    expect(page.url().startsWith(redirectUri)).toBe(true);
    expect(new URL(page.url()).searchParams.get('code')).not.toBeNull();

    await page.goto(at('/developers?tab=grants'));
    await page.getByRole('button', { name: 'End the access of Budget buddy' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End access' }).click();
    await page.getByText('No app has access').waitFor();
  });

  it('confirms a connection, continues to the bank automatically, and completes it after the return from another site', async () => {
    const [{ id: userId } = { id: 0 }] = await gateway.database.query<{ id: number }>('select id from users');
    await gateway.publish(InstitutionUpsertedV1, 2, institutionOf(2));
    const port = (app.address() as AddressInfo).port;
    const connection = connectionOf(userId, 30, { status: 'PENDING', institution_id: 2 });
    const owner = await gateway.playOwner(
      fake(CreateConnection, () => ({
        connection,
        link: `http://localhost:${port}/bank`,
        stateHash: keyOfState(STATE),
      })),
      fake(CompleteConsent, ({ browserConfirmed }) => ({
        outcome: browserConfirmed === true ? ('GIVEN' as const) : ('REFUSED' as const),
        redirectUrl: redirectUri,
        connection: { ...connection, version: connection.version + 1 },
      })),
    );
    const token = await gateway.token({ userId });
    const body = { institution_id: '2', redirect_url: redirectUri };
    const asked = await gateway.request('/api/v1/finance/connections', { method: 'POST', token, body });
    const authUrl = new URL((asked.body as { data: { auth_url: string } }).data.auth_url);
    await page.goto(at(authUrl.pathname));
    await page.getByRole('heading', { name: /^Connect / }).waitFor();
    expect(await complaints()).toEqual([]);
    await page.getByRole('button', { name: /^Go on to / }).press('Enter');
    await page.getByText('Thank you.').waitFor();
    expect(new URL(page.url()).searchParams.get('outcome')).toBe('given');
    await page.goto(at(authUrl.pathname));
    await page.getByRole('heading', { name: 'This link has ended' }).waitFor();
    expect(await complaints()).toEqual([]);
    await owner.stop();
  });

  it('shows errors next to their fields, and moves the focus there', async () => {
    await page.goto(at(`/sign-up?invitation=${await gateway.invitation()}`));
    await page.getByLabel('Your name').fill('Aino');
    await page.getByLabel('E-mail address').fill('aino@example.com');
    await page.getByLabel('Password').fill('short');
    await page.getByRole('button', { name: 'Make an account' }).press('Enter');
    await page.getByRole('alert').getByRole('link').click();
    expect(new URL(page.url()).hash).toBe('#password');
    await page.locator('#password:focus').waitFor();
  });
});
