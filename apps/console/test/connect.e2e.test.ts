import type { Page } from 'playwright-core';
import type { FilledUser } from '../../all-in-one/test/filled-user';
import { atRest, ConsoleUnderTest, describeBrowser, inTheme, violations } from './console-fixture';

jest.setTimeout(180_000);

describeBrowser('connecting a bank in the console', () => {
  let console: ConsoleUnderTest;
  let user: FilledUser;
  let page: Page;

  beforeAll(async () => {
    console = await ConsoleUnderTest.start();
    ({ user, page } = await console.filled('MARKCONNECT'));
  });
  afterAll(() => console.stop());

  const clear = async () => {
    for (const theme of ['light', 'dark'] as const) {
      await inTheme(page, theme);
      await page.locator(`html[data-mantine-color-scheme=${theme}]`).waitFor({ state: 'attached' });
      expect([theme, await violations(page)]).toEqual([theme, []]);
    }
  };
  const choose = async (name: string, option: RegExp) => {
    await page.getByRole('combobox', { name }).click();
    await page.getByRole('option', { name: option }).first().click();
  };

  it('goes from its country over the consent to its transactions', async () => {
    await console.open('/connect', page);
    await choose('Country', /^Czechia/);
    await page.getByRole('searchbox', { name: 'Name' }).fill('berka');
    const bank = page.getByRole('link', { name: /Berka/ }).first();
    await bank.waitFor();
    await page.getByText('1 institution', { exact: true }).waitFor();
    await clear();
    expect(new URL(page.url()).searchParams.get('country')).toBe('CZ');
    await bank.click();

    await page.getByRole('button', { name: 'Continue to the consent' }).waitFor();
    await clear();
    await page.getByRole('button', { name: 'Continue to the consent' }).click();
    // The gateway's own page, which names who receives the accounts.
    await page.waitForURL(/\/connect\/[^?]{40,}/);
    await page.goBack();
    await page.getByText('The consent is not given yet').waitFor();
    await page.getByRole('button', { name: 'Give the consent' }).click();
    await page.waitForURL(/\/connect\/[^?]{40,}/);
    await page.locator('button[value=confirm]').click();

    // The bank consents at once and sends the browser back.
    await page.getByText('The consent is given').waitFor();
    await page.getByRole('switch').first().waitFor();
    await clear();
    await page.getByRole('button', { name: 'Continue' }).click();

    await page.getByRole('heading', { name: 'Where to send them' }).waitFor();
    await atRest(page);
    await clear();
    await page.getByRole('combobox').first().click();
    await page.getByRole('option').nth(1).click();
    // The budget counts in euros, as its first link does, and the bank's accounts are in koruna.
    await page.getByText('Needed: CZK to EUR.').waitFor();
    expect(await page.getByRole('button', { name: 'Link them' }).isDisabled()).toBe(true);
    await clear();
    await choose('Amounts in another currency', /^Keep the numbers/);
    await page.getByRole('button', { name: 'Link them' }).click();
    await page.getByRole('heading', { name: /is set up/ }).waitFor();
    await page.getByRole('link', { name: 'Transactions', exact: true }).last().waitFor();

    const links = await console.system.total('/transfer-links', user.token);
    expect(links).toBe(2);
    await page.locator('main').getByRole('listitem').first().getByRole('link').first().click();
    await page
      .getByRole('region', { name: 'Latest transactions' })
      .getByRole('row')
      .nth(1)
      .waitFor({ timeout: 60_000 });
  });

  it('a consent that is refused is said in words, and the bank can be chosen again', async () => {
    await console.open('/connect?text=sandbox', page);
    await page
      .getByRole('link', { name: /Sandbox Finance/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Continue to the consent' }).click();
    await page.waitForURL(/\/connect\/[^?]{40,}/);
    await page.getByRole('button', { name: 'Do not connect' }).click();
    await page.getByRole('link', { name: 'Back to where you came from' }).click();
    await page.getByText('The consent was refused').waitFor();
    await page.getByRole('button', { name: 'Choose another bank' }).click();
    await page.getByRole('searchbox', { name: 'Name' }).waitFor();
  });

  it('a broker is connected, and shows its holdings with their parts', async () => {
    await console.open('/connect?kind=broker', page);
    await page.getByRole('link', { name: /Maple/ }).click();
    await page.getByRole('button', { name: 'Continue to the consent' }).click();
    await page.waitForURL(/\/connect\/[^?]{40,}/);
    await page.locator('button[value=confirm]').click();
    await page.getByText('The consent is given').waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Skip' }).click();
    await page.getByRole('heading', { name: /is set up/ }).waitFor();
    const [holder] = await console.system.data<{ id: string }[]>(
      'GET',
      '/finance/accounts?filter[integrator]=PROVIDER_C&filter[account_category]=INVESTMENT&sort=id',
      user.token,
    );
    await console.open(`/accounts/${holder?.id ?? ''}`, page);
    const holdings = page.getByRole('region', { name: 'Holdings' });
    await holdings.getByRole('row').nth(1).waitFor({ timeout: 60_000 });
    expect(await holdings.textContent()).toContain('%');
    await clear();
  });

  it('SimpleFIN is connected by a setup token, and connected again by another one', async () => {
    const newToken = async (): Promise<string> => {
      const made = await fetch(`${console.system.sandbox.controlUrl}/simplefin/tokens`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ institution: 'BERKA_2' }),
      });
      return ((await made.json()) as { setup_token: string }).setup_token;
    };
    await console.open('/connect', page);
    await page.getByText('SimpleFIN', { exact: true }).click();
    await page.getByRole('link', { name: /SimpleFIN/ }).click();
    const field = page.getByRole('textbox', { name: 'Setup token' });
    await field.waitFor();
    await clear();
    await field.fill('not a token');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('copy the whole text that the server shows').first().waitFor();
    await field.fill(await newToken());
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('The consent is given').waitFor();
    await page.getByRole('switch').nth(1).waitFor();
    expect(await page.content()).toContain('Berka Bank');
    await clear();

    // Numbers are quoted in the address.
    const connection = /\d+/.exec(new URL(page.url()).searchParams.get('connection') ?? '')?.[0] ?? '';
    const accounts = await console.system.data<{ id: string }[]>(
      'GET',
      `/finance/accounts?filter[financial_connection_id]=${connection}`,
      user.token,
    );
    expect(accounts).toHaveLength(2);
    await console.open(`/connect?connection=${connection}&step=token`, page);
    await field.fill(await newToken());
    await page.getByRole('button', { name: 'Use the token' }).click();
    await page.getByText('The consent is given').waitFor();
    expect(
      await console.system.total(
        `/finance/accounts?filter[financial_connection_id]=${connection}`,
        user.token,
      ),
    ).toBe(2);
  });

  it('reports no error to the browser’s console', () => {
    // The refused token of above, which browsers report by themselves.
    const refused = /kind=simplefin.*status of 422/;
    // Choosing another bank deletes the connection, which the stream may have the screen read once more before it is left.
    const gone = /status of 404.*\/finance\/connections\/\d+/;
    expect(console.errors.filter((error) => !refused.test(error) && !gone.test(error))).toEqual([]);
  });
});
