import { createHash, randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { ConsoleUnderTest, describeBrowser, inTheme, overflow, violations } from './console-fixture';

jest.setTimeout(300_000);

describeBrowser('what developers find in the console', () => {
  let under: ConsoleUnderTest;
  let page: Page;

  beforeAll(async () => {
    under = await ConsoleUnderTest.start();
    ({ page } = under);
  });
  afterAll(() => under.stop());

  it('makes tokens that may do what was chosen, shows them once, and revokes them', async () => {
    await under.open('/developers', page);
    await page.getByRole('button', { name: 'New token' }).click();
    const dialog = page.getByRole('dialog', { name: 'New token' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Nightly report');
    await dialog.getByRole('checkbox', { name: 'See accounts and balances' }).check();
    await dialog.getByLabel('Ends on').fill(tomorrow());
    await dialog.getByRole('button', { name: 'Make the token' }).click();
    const token = await secretOf('Your new token');
    expect(await statusOf('/finance/accounts', token)).toBe(200);
    expect(await statusOf('/finance/transactions', token)).toBe(403);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.reload();
    const row = page.getByRole('row').filter({ hasText: 'Nightly report' });
    await row.getByText('In use').waitFor();
    expect(await page.getByText(token).count()).toBe(0);
    await row.getByRole('button', { name: 'Revoke Nightly report' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('Revoked').waitFor();
    expect(await statusOf('/finance/accounts', token)).toBe(401);
  });

  it('narrows a token, and keeps what it made and may not do any more', async () => {
    const scopes = ['accounts:read', 'transactions:read', 'destinations:write'];
    const wanted = { name: 'Feeder', scopes, financial_accounts: null };
    const { token } = await under.rest<{ token: string }>('POST', '/tokens', wanted);
    await under.system.data('POST', '/destinations/feed/connections', token, { name: 'Actual' });
    await under.open('/developers', page);
    await page.getByRole('button', { name: 'Change Feeder' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change Feeder' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Reader');
    await dialog.getByRole('checkbox', { name: 'See transactions' }).uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Change Reader' }).waitFor();
    expect(await statusOf('/finance/accounts', token)).toBe(200);
    expect(await statusOf('/finance/transactions', token)).toBe(403);

    await page.getByRole('tab', { name: 'Grants' }).click();
    const paused = page.getByRole('region', { name: 'Paused' });
    await paused.getByText('Feed:').waitFor();
    expect(await violations(page)).toEqual([]);
    await paused.getByRole('button', { name: 'Keep Actual' }).click();
    await paused.waitFor({ state: 'detached' });
    const [feed] = await under.rest<{ paused: unknown }[]>('GET', '/destinations/feed/connections');
    expect(feed).toMatchObject({ paused: null });
  });

  it('registers apps, whose secret is shown once and can be replaced', async () => {
    await under.open('/developers?tab=apps', page);
    await page.getByRole('button', { name: 'Register an app' }).click();
    const dialog = page.getByRole('dialog', { name: 'Register an app' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Budget planner');
    await dialog.getByRole('textbox', { name: 'Redirect addresses' }).fill('http://no.example/back');
    await dialog.getByRole('checkbox', { name: 'See transactions' }).check();
    await dialog.getByRole('button', { name: 'Register' }).click();
    // What the API refuses is said in the form, and nothing that was written is lost.
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('textbox', { name: 'Redirect addresses' }).fill('https://planner.example/back');
    await dialog.getByRole('button', { name: 'Register' }).click();
    const first = await secretOf('The secret of your app');
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('button', { name: 'New secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make a new secret' }).click();
    await page.getByText('New secret made').waitFor();
    expect(await secretOf('The secret of your app')).not.toBe(first);
  });

  it('shows what concerned security, and every event with a sample', async () => {
    await under.open('/developers?tab=security', page);
    await page.getByRole('cell', { name: 'Token created' }).first().waitFor();
    await page.getByRole('tab', { name: 'API and events' }).click();
    await page.getByRole('button', { name: 'transactions.created' }).click();
    await page.getByText('"type": "transactions.created"').waitFor();
    const document = page.getByRole('link', { name: 'OpenAPI document' });
    const answer = await page.request.get(
      new URL((await document.getAttribute('href')) ?? '', page.url()).href,
    );
    expect(answer.status()).toBe(200);
    await page.getByRole('tab', { name: 'Grants' }).click();
    await page.getByText('No app has access').waitFor();
    const unexpected = under.errors.filter((error) => !error.includes('status of 422'));
    expect(unexpected).toEqual([]);
  });

  it('an app’s access is narrowed and ended, and its token may do no more than that', async () => {
    await under.rest('POST', '/finance/accounts', { name: 'Wallet', currency: 'EUR' });
    const { token } = await lettingIn(['accounts:read', 'transactions:read']);
    expect(await statusOf('/finance/accounts', token)).toBe(200);
    expect(await statusOf('/finance/transactions', token)).toBe(200);

    await under.open('/developers?tab=grants', page);
    const row = page.getByRole('row').filter({ hasText: 'Spending diary' });
    await row.getByRole('button', { name: 'Narrow the access of Spending diary' }).click();
    const dialog = page.getByRole('dialog', { name: 'Access of Spending diary' });
    await dialog.getByRole('checkbox', { name: 'See transactions' }).uncheck();
    for (const theme of ['light', 'dark'] as const) {
      await inTheme(page, theme);
      expect(await violations(page)).toEqual([]);
    }
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Access changed').waitFor();
    await row.getByText('See transactions').waitFor({ state: 'detached' });
    expect(await statusOf('/finance/accounts', token)).toBe(200);
    expect(await statusOf('/finance/transactions', token)).toBe(403);

    await row.getByRole('button', { name: 'End the access of Spending diary' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End access' }).click();
    await page.getByText('No app has access').waitFor();
    expect(await statusOf('/finance/accounts', token)).toBe(401);
  });

  it('fits in both themes and in 360 pixels, with nothing that axe finds', async () => {
    const found: Record<string, unknown> = {};
    for (const tab of ['tokens', 'apps', 'grants', 'security', 'events']) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await under.open(`/developers?tab=${tab}`, page);
      for (const theme of ['light', 'dark'] as const) {
        await inTheme(page, theme);
        const complaints = await violations(page);
        if (complaints.length > 0) found[`${tab} ${theme}`] = complaints;
      }
      await page.setViewportSize({ width: 360, height: 740 });
      const wider = await overflow(page);
      if (wider > 0) found[`${tab} at 360 pixels`] = wider;
    }
    expect(found).toEqual({});
  });

  /** Registers an app and lets it in, as its user does. @returns what the app gets for it */
  async function lettingIn(scopes: readonly string[]): Promise<{ readonly token: string }> {
    const redirect = 'https://app.example/back';
    const { client_id: client } = await under.rest<{ client_id: string }>('POST', '/apps', {
      name: 'Spending diary',
      redirect_uris: [redirect],
      scopes,
      confidential: false,
    });
    const verifier = randomBytes(32).toString('base64url');
    const asked = new URLSearchParams({
      response_type: 'code',
      client_id: client,
      redirect_uri: redirect,
      scope: scopes.join(' '),
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    // The app's own site does not exist; what its address is opened with is all that it needs.
    await page.route(`${redirect}**`, (route) => route.fulfill({ body: 'Thank you.' }));
    await page.goto(`${under.system.url}/oauth/authorize?${asked.toString()}`);
    await page.getByRole('heading', { name: 'Let Spending diary in?' }).waitFor();
    await page.getByRole('radio', { name: /^All my accounts/ }).check();
    await page.getByRole('button', { name: 'Let it in' }).click();
    await page.getByText('Thank you.').waitFor();
    const code = new URL(page.url()).searchParams.get('code') ?? '';
    const answer = await fetch(`${under.system.url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: client,
        code,
        redirect_uri: redirect,
        code_verifier: verifier,
      }),
    });
    return { token: ((await answer.json()) as { access_token: string }).access_token };
  }

  async function secretOf(title: string): Promise<string> {
    return (await page.getByRole('dialog', { name: title }).locator('pre').textContent()) ?? '';
  }

  async function statusOf(path: string, token: string): Promise<number> {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${under.system.url}/api/v1${path}`, { headers })).status;
  }
});

/** As the field for a day takes it. */
function tomorrow(): string {
  return new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
}
