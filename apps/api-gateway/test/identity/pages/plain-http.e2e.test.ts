import type { Browser, Page } from 'playwright-core';
import { describeBrowser, startBrowser } from '../../browser';
import { GatewayUnderTest } from '../../gateway-under-test';

const PASSWORD = 'correct horse battery';
const EMAIL = 'maija@example.com';
/** A machine of one's own network: unlike its own addresses, a browser trusts it no more than any other. */
const HOST = 'money.lan';

describeBrowser('a session at an address without TLS', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser(HOST);
  }, 60_000);
  afterAll(() => browser.close());

  async function signIn(gateway: GatewayUnderTest): Promise<Page> {
    const at = `http://${HOST}:${new URL(gateway.url).port}`;
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${at}/sign-up?invitation=${await gateway.invitation()}`);
    await page.getByLabel('Your name').fill('Maija');
    await page.getByLabel('E-mail address').fill(EMAIL);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Make an account' }).click();
    return page;
  }

  it('is kept where the operator allows it: pages warn, and the console reads and changes', async () => {
    const gateway = await GatewayUnderTest.start({ PLAIN_HTTP_SESSIONS: 'true' });
    try {
      const page = await signIn(gateway);
      await page.getByRole('status').filter({ hasText: 'there is one now' }).waitFor();
      await page.getByRole('note').filter({ hasText: 'Nothing encrypts this connection' }).waitFor();
      await page.getByLabel('E-mail address').fill(EMAIL);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
      await page.getByRole('note').filter({ hasText: 'Nothing encrypts this connection' }).waitFor();
      const cookies = await page.context().cookies();
      expect(
        cookies.map(({ name, secure, httpOnly, sameSite }) => ({ name, secure, httpOnly, sameSite })),
      ).toContainEqual({ name: 'tributary_session', secure: false, httpOnly: true, sameSite: 'Lax' });
      await page.goto(new URL('/developers', page.url()).href);
      await page.getByRole('button', { name: 'New token' }).click();
      const dialog = page.getByRole('dialog', { name: 'New token' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Script');
      await dialog.getByRole('checkbox', { name: 'See accounts and balances' }).check();
      await dialog.getByRole('button', { name: 'Make the token' }).click();
      await page.getByText('Your new token').first().waitFor();
      expect(await gateway.database.query('select name from tokens')).toEqual([{ name: 'Script' }]);
    } finally {
      await gateway.close();
    }
  });

  it('is not kept by default: the form refuses, for the browser sends no cookie back', async () => {
    const gateway = await GatewayUnderTest.start();
    try {
      const page = await signIn(gateway);
      await page.getByText('cookies are turned off').waitFor();
      expect(await page.context().cookies()).toEqual([]);
      expect(await gateway.database.query('select 1 from sessions')).toEqual([]);
    } finally {
      await gateway.close();
    }
  });
});
