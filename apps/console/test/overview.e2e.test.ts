import { atRest, ConsoleUnderTest, describeBrowser, inTheme, overflow, violations } from './console-fixture';

const THEMES = ['light', 'dark'] as const;

describeBrowser('the overview', () => {
  let console: ConsoleUnderTest;
  beforeAll(async () => {
    console = await ConsoleUnderTest.start();
  }, 60_000);
  afterAll(() => console.stop());

  it('leads a person without accounts to connecting a bank', async () => {
    await console.open('/');
    await console.page.locator('#main').getByRole('link', { name: 'Connect a bank' }).click();
    await console.page.waitForURL('**/connect');
  }, 60_000);

  it('shows what everything comes to, each currency by itself, and what needs the user', async () => {
    const { user, page } = await console.filled('overview');
    await console.open('/', page);
    await page.getByRole('heading', { name: 'Net worth' }).waitFor();
    const worth = page.getByRole('region', { name: 'Net worth' });
    await worth.getByRole('img', { name: /^Net worth in EUR\. Net worth: from / }).waitFor();
    const [shown] = await console.system.data<{ currency: string; points: { amount: string }[] }[]>(
      'GET',
      '/finance/overview/net-worth?filter[currency]=EUR',
      user.token,
    );
    const amount = shown?.points.at(-1)?.amount ?? '';
    const digits = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2 }).format(Number(amount));
    await worth.getByText(digits, { exact: false }).first().waitFor();
    await worth.getByRole('button', { name: 'Show as a table' }).first().click();
    await worth.getByRole('columnheader', { name: 'Day' }).first().waitFor();

    await page.getByText('By account', { exact: true }).click();
    await page.waitForURL('**/?view=accounts');
    await worth.getByRole('img', { name: /^Balances in EUR/ }).waitFor();
    await page.getByText('3 months', { exact: true }).click();
    await page.waitForURL((url) => url.searchParams.get('period') === '3m');

    const flow = page.getByRole('region', { name: 'Money in and out' });
    await flow.getByRole('button', { name: 'Show as a table' }).first().waitFor();
    await page.getByRole('region', { name: 'Largest counterparties' }).first().waitFor();
    await page.getByRole('region', { name: 'What needs you' }).waitFor();
    await atRest(page);
    for (const theme of THEMES) {
      await inTheme(page, theme);
      expect(await violations(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  }, 120_000);

  it('lists a consent that has ended with the button that renews it', async () => {
    const { user, page } = await console.filled('ended');
    await console.system.sql(
      `update api_gateway.connections set document = document || '{"status": "EXPIRED"}' where user_id = $1`,
      [user.id],
    );
    await console.open('/', page);
    const needs = page.getByRole('region', { name: 'What needs you' });
    await needs.getByText('Consent has ended').waitFor();
    await needs.getByRole('button', { name: 'Renew the consent' }).click();
    await page.waitForURL(/\/connect\//);
    // The screen for connecting shows logos from other sites, which are not there in a test.
    expect(console.errors.filter((error) => !error.includes('/connect: '))).toEqual([]);
  }, 120_000);
});
