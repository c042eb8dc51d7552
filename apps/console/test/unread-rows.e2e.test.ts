import { callControl } from '@tributary/sandbox';
import { eventually } from '@tributary/testing';
import type { Page } from 'playwright-core';
import type { FilledUser } from '../../all-in-one/test/filled-user';
import { atRest, ConsoleUnderTest, describeBrowser, inTheme, overflow, violations } from './console-fixture';

jest.setTimeout(180_000);

const POLLS = { timeoutMs: 60_000 };

interface Account {
  readonly id: string;
  readonly unread_rows: string;
  readonly health: { readonly status: string };
}

/** From a bank's answer to the console and back: rows that nothing can read are seen, and dismissed. */
describeBrowser('rows of a bank that could not be read, in the console', () => {
  let console: ConsoleUnderTest;
  let user: FilledUser;
  let page: Page;
  let accountId: string;

  const data = <Data>(method: string, path: string, body?: unknown): Promise<Data> =>
    console.system.data<Data>(method, path, user.token, body);
  const account = () => data<Account>('GET', `/finance/accounts/${accountId}`);
  const section = () => page.getByRole('region', { name: 'Rows that could not be read', exact: true });

  beforeAll(async () => {
    console = await ConsoleUnderTest.alone({ because: 'the bank answers everybody with faults' });
    ({ user, page } = await console.filled('MARKUNREAD'));
    accountId = String(user.accountId);
    await callControl(console.system.sandbox, 'POST', '/faults', {
      target: 'provider-a',
      path: '/transactions/',
      kind: 'bad_amount',
      value: '12,50',
      times: null,
    });
    await data('POST', `/finance/accounts/${accountId}/sync`);
    await eventually(async () => expect((await account()).unread_rows).not.toBe('0'), POLLS);
    await callControl(console.system.sandbox, 'DELETE', '/faults');
  });
  afterAll(() => console.stop());

  it('are counted in a sentence and listed with their reason and what the bank sent', async () => {
    await console.open(`/accounts/${accountId}`, page);
    await section()
      .getByText(/^1 row in what the bank sends could not be read/)
      .waitFor();
    const table = section().getByRole('table', { name: 'Unread rows' });
    await table.getByText('12,50').first().waitFor();
    expect(await table.getByRole('row').count()).toBe(2);
  });

  it.each(['light', 'dark'] as const)('violate no rule of accessibility, %s', async (theme) => {
    await console.open(`/accounts/${accountId}`, page);
    await section().getByRole('table').waitFor();
    await inTheme(page, theme);
    expect(await violations(page)).toEqual([]);
  });

  it('fit a screen of 360 pixels', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await console.open(`/accounts/${accountId}`, page);
    await section().getByRole('table').waitFor();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('are dismissed, one or all, and the account is healthy again', async () => {
    await console.open(`/accounts/${accountId}`, page);
    await section().getByRole('button', { name: 'Dismiss all' }).click();
    const dialog = page.getByRole('dialog', { name: 'Dismiss all unread rows?' });
    await dialog.waitFor();
    await atRest(page);
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await section()
      .getByRole('button', { name: /^Dismiss row \d+$/ })
      .click();
    await section().waitFor({ state: 'detached' });
    expect(await account()).toMatchObject({ unread_rows: '0', health: { status: 'HEALTHY' } });
  });
});
