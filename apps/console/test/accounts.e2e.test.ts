import { eventually } from '@tributary/testing';
import type { Page } from 'playwright-core';
import type { FilledUser } from '../../all-in-one/test/filled-user';
import { atRest, ConsoleUnderTest, describeBrowser, inTheme, overflow, violations } from './console-fixture';

jest.setTimeout(180_000);

interface Account {
  readonly id: string;
  readonly display_name: string;
}

describeBrowser('accounts in the console', () => {
  let console: ConsoleUnderTest;
  let user: FilledUser;
  let page: Page;
  let accounts: readonly Account[];

  const data = <Data>(method: string, path: string, body?: unknown): Promise<Data> =>
    console.system.data<Data>(method, path, user.token, body);
  const section = (name: string) => page.getByRole('region', { name, exact: true });

  beforeAll(async () => {
    console = await ConsoleUnderTest.start();
    ({ user, page } = await console.filled('MARKACCOUNTS'));
    accounts = await data<Account[]>('GET', '/finance/accounts?filter[integrator]=PROVIDER_A&sort=id');
  });
  afterAll(() => console.stop());

  it('are shown by institution, with their health, balance and history in words', async () => {
    await console.open('/accounts', page);
    const bank = section('Sandbox Finance');
    await bank
      .getByRole('link', { name: accounts[0]?.display_name ?? '' })
      .first()
      .waitFor();
    expect(await bank.textContent()).toContain('Connected');
    expect(await bank.textContent()).toContain('Consent until');
    await bank.getByText('Complete').first().waitFor();
    await section('Kept by hand').getByRole('link', { name: 'Wallet MARKACCOUNTS' }).waitFor();
  });

  it('one is opened, renamed, and its reconciliation read', async () => {
    await section('Sandbox Finance')
      .getByRole('link', { name: accounts[0]?.display_name ?? '' })
      .first()
      .click();
    await section('Reconciliation').getByText('Balance and transactions agree').waitFor();
    await section('Latest transactions').getByRole('row').nth(1).waitFor();
    await section('Settings').getByLabel('Name', { exact: true }).fill('Everyday');
    await section('Settings').getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Everyday' }).waitFor();
    const [id] = new URL(page.url()).pathname.split('/').slice(-1);
    expect(await data<Account>('GET', `/finance/accounts/${id ?? ''}`)).toMatchObject({
      custom_name: 'Everyday',
    });
  });

  it('one gets the time zone in which its moments are days', async () => {
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const zone = section('Settings').getByRole('combobox', { name: 'Time zone' });
    await zone.fill('Helsinki');
    await page.getByRole('option', { name: 'Europe/Helsinki' }).click();
    await section('Settings').getByRole('button', { name: 'Save', exact: true }).click();
    await eventually(async () => {
      expect(await data('GET', `/finance/accounts/${id}`)).toMatchObject({ time_zone: 'Europe/Helsinki' });
    });
    expect(await zone.inputValue()).toBe('Europe/Helsinki');
  });

  it.each(['light', 'dark'] as const)('violates no rule of accessibility, %s', async (theme) => {
    for (const path of ['/accounts', `/accounts/${accounts[0]?.id ?? ''}`, '/reviews', '/connect']) {
      await console.open(path, page);
      await inTheme(page, theme);
      expect([path, await violations(page)]).toEqual([path, []]);
    }
  });

  it('fit a screen of 360 pixels', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of ['/accounts', `/accounts/${accounts[0]?.id ?? ''}`, '/reviews', '/connect']) {
      await console.open(path, page);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('one is added by hand, with a balance', async () => {
    await console.open('/accounts', page);
    await page.getByRole('button', { name: 'Add by hand' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Piggy bank');
    await dialog.getByLabel('Currency').fill('eur');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Piggy bank' }).waitFor();
    await section('Record a balance').getByLabel('Balance in EUR').fill('120.50');
    await section('Record a balance').getByRole('button', { name: 'Record' }).click();
    await section('Balance').getByText('Balances as a table').waitFor();
    await eventually(async () => expect(await page.locator('main').textContent()).toContain('€120.50'));
  });

  it('one that another tab changes meanwhile shows so, and keeps what was typed', async () => {
    const path = `/accounts/${accounts[1]?.id ?? ''}`;
    await console.open(path, page);
    await section('Settings').getByLabel('Name', { exact: true }).fill('Mine');
    const tab = await page.context().newPage();
    await console.open(path, tab);
    const other = tab.getByRole('region', { name: 'Settings', exact: true });
    await other.getByLabel('Name', { exact: true }).fill('Theirs');
    await other.getByRole('switch', { name: 'Read balances' }).click();
    await other.getByRole('button', { name: 'Save' }).click();
    await tab.getByText('Saved', { exact: true }).waitFor();
    await tab.close();

    await section('Settings').getByRole('alert').getByText('Name is now Theirs').waitFor();
    // What is not typed here follows the other tab, and saving does not take it back.
    expect(await section('Settings').getByRole('switch', { name: 'Read balances' }).isChecked()).toBe(false);
    expect(await section('Settings').getByLabel('Name', { exact: true }).inputValue()).toBe('Mine');
    await section('Settings').getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor();
    expect(await data<object>('GET', `/finance${path}`)).toMatchObject({
      custom_name: 'Mine',
      config: { sync_balances: false },
    });
  });

  it('says what goes with an account before it is deleted', async () => {
    const id = accounts[0]?.id ?? '';
    const total = await console.system.total(
      `/finance/transactions?filter[financial_account_id]=${id}`,
      user.token,
    );
    await console.open(`/accounts/${id}`, page);
    await page.getByRole('button', { name: 'More for this account' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`${total} transactions`, { exact: true }).waitFor();
    await dialog.getByText('1 link to destinations').waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor();
    await atRest(page);
    expect(await page.locator('main').textContent()).not.toContain('Everyday');
  });

  it('one that is deleted elsewhere while it is open says so and leads back', async () => {
    const id = accounts[1]?.id ?? '';
    await console.open(`/accounts/${id}`, page);
    await data('DELETE', `/finance/accounts/${id}`);
    await page.getByText('This account is not there any more').waitFor();
    await page.getByRole('link', { name: 'All accounts' }).click();
    await page.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor();
  });
});
