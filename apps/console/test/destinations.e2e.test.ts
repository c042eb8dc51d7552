import { HOUSEHOLD_ID } from '@tributary/sandbox';
import { eventually } from '@tributary/testing';
import type { Page } from 'playwright-core';
import type { FilledUser } from '../../all-in-one/test/filled-user';
import { atRest, ConsoleUnderTest, describeBrowser, inTheme, overflow, violations } from './console-fixture';

jest.setTimeout(180_000);

interface Log {
  readonly transaction_id: string;
  readonly destination_transaction_id: string | null;
}

describeBrowser('destinations and links in the console', () => {
  let console: ConsoleUnderTest;
  let user: FilledUser;
  let page: Page;

  beforeAll(async () => {
    console = await ConsoleUnderTest.start();
    ({ user, page } = await console.filled('MARKDEST'));
  });
  afterAll(() => console.stop());

  const clear = async () => {
    for (const theme of ['light', 'dark'] as const) {
      await inTheme(page, theme);
      expect(await violations(page)).toEqual([]);
    }
  };
  const narrow = async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 800 });
  };
  const choose = async (name: string, option: string) => {
    await page.getByRole('combobox', { name }).click();
    await page.getByRole('option', { name: option }).click();
  };
  const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click();

  it('a budget is deleted with its link, and connected again by its token', async () => {
    await console.open('/destinations', page);
    await page.getByRole('cell', { name: /^Budget MARKDEST/ }).waitFor();
    await clear();
    await narrow();
    await page.getByRole('button', { name: 'Actions for Budget MARKDEST' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('1 transfer link to its accounts stop').waitFor();
    await confirm('Delete');
    await page.getByRole('heading', { name: 'No destination yet' }).waitFor();

    await page.getByRole('button', { name: 'Connect a destination' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name').fill('The household');
    await form.getByLabel('Access token').fill('not-a-token');
    await form.getByRole('button', { name: 'Connect' }).click();
    await form.getByRole('alert').waitFor();
    await clear();
    await form.getByLabel('Access token').fill(console.system.sandbox.credentials.budgeta.token);
    await form.getByRole('button', { name: 'Connect' }).click();
    await page.getByRole('cell', { name: /^The household/ }).waitFor();
  });

  it('a budget is connected by signing in there, and the browser comes back to the list', async () => {
    const signIn = async () => {
      await page.getByRole('button', { name: 'Connect a destination' }).click();
      const form = page.getByRole('dialog');
      await form.getByRole('tab', { name: 'By signing in there' }).click();
      await form.getByLabel('Name').fill('Signed in');
      await form.getByRole('button', { name: 'Go on to sign in' }).click();
      // The gateway's own page, which names who receives the transactions.
      await page.waitForURL(/\/connect\/[^?]{40,}/);
    };
    // The same person there would only renew the connection that there is.
    const [one] = await console.system.data<{ id: string }[]>(
      'GET',
      '/destinations/budgeta/connections',
      user.token,
    );
    await console.system.rest('DELETE', `/destinations/budgeta/connections/${one?.id ?? ''}`, user.token);
    await console.open('/destinations', page);
    await signIn();
    await page.getByRole('button', { name: 'Do not connect' }).click();
    await page.getByRole('link', { name: 'Back to where you came from' }).click();
    await page.getByRole('status').getByText('Access was refused there').waitFor();

    await signIn();
    await page.locator('button[value=confirm]').click();
    await page.getByRole('status').getByText('Access was granted').waitFor();
    expect(new URL(page.url()).pathname).toBe('/destinations');
    const row = page.getByRole('row').filter({ hasText: 'Signed in' }).last();
    await row.getByText('Works', { exact: true }).waitFor();
    await clear();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('status').getByText('Access was granted').waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
  });

  it('a feed is made, and its setup token is shown once', async () => {
    await console.open('/destinations', page);
    await page.getByRole('button', { name: 'Make a feed' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Planner');
    await page.getByRole('button', { name: 'Make the feed' }).click();
    const token = await page.getByLabel('Setup token').last().innerText();
    expect(token.length).toBeGreaterThan(20);
    await clear();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('cell', { name: 'Planner', exact: true }).waitFor();
    await page.reload();
    await page.getByRole('cell', { name: 'Planner', exact: true }).waitFor();
    expect(await page.content()).not.toContain(token);
  });

  it('a feed is told what becomes of transactions in another currency', async () => {
    await page.getByRole('button', { name: 'Actions for Planner' }).click();
    await page.getByRole('menuitem', { name: 'Change' }).click();
    await choose('Transactions in another currency than their account’s', 'Keep the numbers, marked');
    await clear();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Feed saved').waitFor();
    const feeds = await console.system.data<{ name: string; on_other_currency: string | null }[]>(
      'GET',
      '/destinations/feed/connections',
      user.token,
    );
    expect(feeds.find(({ name }) => name === 'Planner')?.on_other_currency).toBe('AS_IS');
  });

  it('an account is linked in the matrix, and its history is complete on the link’s screen', async () => {
    await console.open('/links', page);
    await page.getByRole('checkbox', { checked: false }).first().check();
    await page.getByRole('button', { name: 'Create 1 link' }).waitFor();
    await clear();
    await narrow();
    await page.getByRole('button', { name: 'Create 1 link' }).click();
    await page.getByText('1 link created').waitFor();
    await page.getByRole('region', { name: 'Accounts by targets' }).getByRole('link').first().click();
    await page.getByText(/^Complete: \d+ of \d+ sent$/).waitFor({ timeout: 90_000 });
    await clear();
    await narrow();
  });

  it('accounts of two currencies are asked about; the link says how many wait, and is told what to do', async () => {
    const make = <Made>(path: string, body: object) =>
      console.system.data<Made>('POST', path, user.token, body);
    const { id } = await make<{ id: string }>('/finance/accounts', {
      name: 'A dollar purse',
      currency: 'USD',
    });
    await make('/finance/transactions', {
      financial_account_id: id,
      amount: '-4.50',
      booking_date: '2026-03-02',
    });
    const linked = page.url();
    await console.open('/links', page);
    await page
      .getByRole('checkbox', { name: /^A dollar purse to / })
      .first()
      .check();
    await page.getByText(/Needed: USD to [A-Z]{3}\./).waitFor();
    expect(await page.getByRole('button', { name: 'Create 1 link' }).isDisabled()).toBe(true);
    await choose('Amounts in another currency', 'Convert by the bank’s rate');
    await clear();
    await narrow();
    await page.getByRole('button', { name: 'Create 1 link' }).click();
    await page.getByText('1 link created').waitFor();
    const row = page.getByRole('row').filter({ hasText: 'A dollar purse' });
    await row.getByRole('link', { name: 'Other currencies' }).click({ timeout: 60_000 });
    await page.getByText('1 transaction in another currency waits for a rate').waitFor();
    await clear();
    await choose('Amounts in another currency', 'Keep the numbers, marked');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('1 transaction in another currency waits').waitFor({ state: 'hidden' });
    await page.getByText(/^Complete: 1 of 1 sent$/).waitFor({ timeout: 60_000 });
    await page.goto(linked);
  });

  it('a drift check finds what was deleted at the destination, and sends it again', async () => {
    const linkId = /\/links\/(\d+)/.exec(page.url())?.[1] ?? '';
    const [log] = await console.system.data<Log[]>(
      'GET',
      `/transfer-logs?filter[transfer_link_id]=${linkId}&filter[status]=TRANSFERRED&page[size]=1`,
      user.token,
    );
    const { budgetaUrl, credentials } = console.system.sandbox;
    const row = `${budgetaUrl}/plans/${HOUSEHOLD_ID}/transactions/${log?.destination_transaction_id ?? ''}`;
    const headers = { authorization: `Bearer ${credentials.budgeta.token}` };
    const deleted = await fetch(row, { method: 'DELETE', headers });
    expect(deleted.status).toBe(200);

    await page.getByRole('button', { name: 'Check now' }).click();
    // The rows of the link that was deleted with its budget are still there, and are listed too.
    const found = page.getByRole('row').filter({ hasText: 'Deleted there' });
    await found.waitFor({ timeout: 60_000 });
    await clear();
    await narrow();
    await found.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('It is sent again').first().waitFor();
    await eventually(
      async () => {
        const logs = await console.system.total(
          `/transfer-logs?filter[transfer_link_id]=${linkId}&filter[transaction_id]=${log?.transaction_id ?? ''}&filter[status]=TRANSFERRED`,
          user.token,
        );
        expect(logs).toBeGreaterThan(1);
      },
      { timeoutMs: 30_000 },
    );
  });

  it('links are listed, paused and resumed together', async () => {
    await console.open('/links?view=list', page);
    await page.getByRole('checkbox', { name: 'Choose all on this page' }).check();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused', { exact: true }).last().waitFor();
    await atRest(page);
    await clear();
    await narrow();
    await page.getByRole('checkbox', { name: 'Choose all on this page' }).check();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('Paused', { exact: true }).last().waitFor({ state: 'hidden' });
    expect(console.errors.filter((error) => !error.includes('422'))).toEqual([]);
  });
});
