import { eventually } from '@tributary/testing';
import type { Page } from 'playwright-core';
import type { FilledUser } from '../../all-in-one/test/filled-user';
import { ConsoleUnderTest, describeBrowser, overflow, violations } from './console-fixture';

jest.setTimeout(180_000);

const POLLS = { timeoutMs: 40_000 };
const HEADER = 'Booking date;Payee;Amount;Currency';
/** Each begins on the day on which the one before it ends: neither says whether the coffees of that day are one. */
const FILES = {
  'first.csv': ['2026-03-01;Shop;-5.00;EUR', '2026-03-02;Kahvila;-2.50;EUR'],
  'second.csv': ['2026-03-02;Kahvila;-2.50;EUR', '2026-03-03;Shop;-7.00;EUR'],
  'third.csv': ['2026-03-03;Shop;-7.00;EUR', '2026-03-04;Shop;-8.00;EUR'],
};

interface Row {
  readonly id: string;
  readonly under_review?: true;
}
interface Event {
  readonly type: string;
  readonly data: { readonly transactions?: readonly { readonly id: string }[] };
}

/** Through every service: what is under review is sent and announced nowhere until somebody decides. */
describeBrowser('rows of a file that may be there already, in the console', () => {
  let console: ConsoleUnderTest;
  let user: FilledUser;
  let page: Page;
  let walletId: string;
  let linkId: string;

  const data = <Data>(method: string, path: string, body?: unknown): Promise<Data> =>
    console.system.data<Data>(method, path, user.token, body);
  const listed = (filter = '') =>
    data<Row[]>('GET', `/finance/transactions?filter[financial_account_id]=${walletId}&sort=id${filter}`);
  const sent = async () => {
    const logs = await data<{ transaction_id: string }[]>(
      'GET',
      `/transfer-logs?filter[transfer_link_id]=${linkId}`,
    );
    return logs.map(({ transaction_id: id }) => id).toSorted((a, b) => Number(a) - Number(b));
  };
  const announced = async () =>
    (await data<Event[]>('GET', '/webhooks/events?page[size]=100'))
      .filter(({ type }) => type === 'transactions.created')
      .flatMap((event) => event.data.transactions?.map(({ id }) => id) ?? []);

  beforeAll(async () => {
    console = await ConsoleUnderTest.start();
    ({ user, page } = await console.filled('MARKDOUBTFUL'));
    const [wallet] = await data<{ id: string }[]>('GET', '/finance/accounts?filter[search]=Wallet');
    walletId = wallet?.id ?? '';
    const [budgets] = await data<{ budgets: { accounts: { id: string }[] }[] }[]>(
      'GET',
      '/destinations/budgeta/connections?include=budgets.accounts',
    );
    const link = await data<{ id: string }>('POST', '/transfer-links', {
      financial_account_id: walletId,
      destination_type: 'BUDGETA',
      destination_id: budgets?.budgets[0]?.accounts.at(-1)?.id,
    });
    linkId = link.id;
    for (const name of ['first.csv', 'second.csv', 'third.csv'] as const) await imported(name);
  });
  afterAll(() => console.stop());

  async function imported(name: keyof typeof FILES): Promise<void> {
    await console.open('/imports', page);
    const buffer = Buffer.from([HEADER, ...FILES[name], ''].join('\r\n'));
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
    await page.getByRole('combobox', { name: 'Account 1' }).click();
    await page.getByRole('option', { name: 'Wallet MARKDOUBTFUL' }).click();
    await page
      .getByRole('button', { name: /^Import \d new/ })
      .and(page.locator(':enabled'))
      .click();
    await page.getByText(/transactions added, 0 removed again/).waitFor();
  }

  it('are stored and shown, and neither sent nor announced', async () => {
    // The import has ended; its last rows may still be on their way to the query model.
    await eventually(async () => {
      const [inReview, all] = [await listed('&filter[under_review]=true'), await listed()];
      expect([inReview.length, all.length]).toEqual([2, 6]);
    }, POLLS);
    const counting = (await listed('&filter[under_review]=false')).map(({ id }) => id);
    await eventually(async () => expect(await sent()).toEqual(counting), POLLS);
    const doubtful = (await listed('&filter[under_review]=true')).map(({ id }) => id);
    expect((await announced()).filter((id) => doubtful.includes(id))).toEqual([]);
    const account = await data<{ review_count: string }>('GET', `/finance/accounts/${walletId}`);
    const link = await data<{ transactions_under_review: string }>('GET', `/transfer-links/${linkId}`);
    expect([account.review_count, link.transactions_under_review]).toEqual(['2', '2']);
  });

  it('are marked in the list, counted on the account and on the link, and named among what needs the user', async () => {
    await console.open(`/transactions?filter[financial_account_id]=${walletId}`, page);
    await page.getByText('Under review').first().waitFor();
    await console.open(`/accounts/${walletId}`, page);
    await page.getByRole('link', { name: '2 reviews' }).waitFor();
    await console.open(`/links/${linkId}`, page);
    await page.getByRole('link', { name: '2 transactions wait for your decision' }).waitFor();
    await console.open('/', page);
    await page.getByText('2 payments may be there twice').waitFor();
  });

  it('are asked for with both rows and the file, and two payments are sent and announced then', async () => {
    await console.open(`/reviews?account=${walletId}`, page);
    await page.getByRole('heading', { name: 'Is this the same payment?' }).waitFor();
    for (const title of ['Earlier row', 'Later row']) {
      expect(await page.getByRole('region', { name: title }).textContent()).toContain('€');
    }
    await page.getByRole('link', { name: /^(second|third)\.csv$/ }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Two payments' }).click();
    await page.getByText('1 review', { exact: true }).waitFor();
    const rows = (await listed('&filter[under_review]=false')).map(({ id }) => id);
    expect(rows).toHaveLength(5);
    await eventually(async () => expect(await sent()).toEqual(rows), POLLS);
    await eventually(async () => expect(await announced()).toEqual(expect.arrayContaining(rows)), POLLS);
  });

  it('are decided for their whole file: one payment is sent nowhere', async () => {
    await page.getByRole('link', { name: /^(second|third)\.csv$/ }).click();
    await page.getByText('1 row of this file waits for you').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'All are payments that are there already' }).click();
    await page.getByText('1 decided').waitFor();
    const rows = await listed();
    expect(rows.map(({ under_review }) => under_review ?? false)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(await sent()).toEqual(rows.map(({ id }) => id));
    expect(console.errors).toEqual([]);
  });
});
