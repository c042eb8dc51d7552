import { callControl } from '@tributary/sandbox';
import { eventually } from '@tributary/testing';
import type { Page } from 'playwright-core';
import type { FilledUser } from '../../all-in-one/test/filled-user';
import { ConsoleUnderTest, describeBrowser, inTheme, violations } from './console-fixture';

jest.setTimeout(180_000);

const POLLS = { timeoutMs: 40_000 };

interface Review {
  readonly id: string;
  readonly status: string;
}

/** Each is listed as pending, then beside a booked entry that does not say of which day it is: one purchase, or two. */
const PURCHASES = [
  { name: 'Ristorante Roma', amount: '-51.37' },
  { name: 'Hotel Bristol', amount: '-203.11' },
] as const;
const DAY_MS = 86_400_000;
/** A sync reads what is new alone. */
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const money = (amount: string) => ({ transactionAmount: { amount, currency: 'EUR' } });
const pending = PURCHASES.map(({ name, amount }) => ({
  valueDate: daysAgo(3),
  creditorName: name,
  ...money(amount),
}));
const booked = PURCHASES.map(({ name, amount }, index) => ({
  transactionId: `review-${index}`,
  bookingDate: daysAgo(1),
  creditorName: `${name} Oy`,
  ...money(amount),
}));

describeBrowser('settlement reviews in the console', () => {
  let console: ConsoleUnderTest;
  let user: FilledUser;
  let page: Page;

  const data = <Data>(method: string, path: string, body?: unknown): Promise<Data> =>
    console.system.data<Data>(method, path, user.token, body);
  const statuses = async () =>
    (await data<Review[]>('GET', '/finance/settlement-reviews?sort=id')).map(({ status }) => status);
  const current = () => page.getByRole('navigation', { name: 'Reviews' }).locator('[aria-current=true]');

  beforeAll(async () => {
    console = await ConsoleUnderTest.alone({ because: 'the bank’s accounts change, which are everybody’s' });
    ({ user, page } = await console.filled('MARKREVIEWS'));
    await twoReviews();
  });
  afterAll(() => console.stop());

  async function twoReviews(): Promise<void> {
    const account = await data<{ integrator_id: string }>('GET', `/finance/accounts/${user.accountId}`);
    const atBank = (change: object) =>
      callControl(
        console.system.sandbox,
        'POST',
        `/provider-a/accounts/${account.integrator_id}/transactions`,
        change,
      );
    const transactions = `/finance/transactions?filter[financial_account_id]=${user.accountId}`;
    await data('PUT', `/finance/accounts/${user.accountId}`, { config: { sync_pending_transactions: true } });
    await atBank({ pending });
    await data('POST', `/finance/accounts/${user.accountId}/sync`);
    await eventually(
      async () =>
        expect(await console.system.total(`${transactions}&filter[booked]=false`, user.token)).toBe(2),
      POLLS,
    );
    await atBank({ pending, booked });
    await data('POST', `/finance/accounts/${user.accountId}/sync`);
    await eventually(async () => expect(await statuses()).toEqual(['OPEN', 'OPEN']), POLLS);
  }

  it('show the two entries side by side, with the evidence', async () => {
    await console.open('/reviews', page);
    await current().waitFor();
    for (const title of ['Pending', 'Booked']) {
      expect(await page.getByRole('region', { name: title }).textContent()).toContain('€');
    }
    const evidence = page.getByRole('table', { name: 'The evidence' });
    expect(await evidence.getByRole('row', { name: /Amount/ }).textContent()).toContain('The same');
    expect(await evidence.getByRole('row', { name: /Days between/ }).textContent()).toContain('2');
    for (const theme of ['light', 'dark'] as const) {
      await inTheme(page, theme);
      expect(await violations(page)).toEqual([]);
    }
  });

  it('are gone through, accepted and undone with the keyboard alone, and each step is announced', async () => {
    const first = (await current().textContent()) ?? '';
    await page.keyboard.press('j');
    await eventually(async () => expect(await current().textContent()).not.toBe(first));
    await page.keyboard.press('k');
    await eventually(async () => expect(await current().textContent()).toBe(first));

    await page.keyboard.press('a');
    await page.getByRole('status').filter({ hasText: 'Press U to undo' }).waitFor();
    expect((await statuses()).toSorted()).toEqual(['ACCEPTED', 'OPEN']);
    await page.getByText('1 review', { exact: true }).waitFor();

    await page.keyboard.press('u');
    await page.getByRole('status').filter({ hasText: 'Undone: two transactions' }).first().waitFor();
    expect((await statuses()).toSorted()).toEqual(['OPEN', 'UNDONE']);
  });

  it('dismissed by mistake are open again with one key', async () => {
    await page.keyboard.press('d');
    await page.getByText('Nothing waits for you').waitFor();
    expect((await statuses()).toSorted()).toEqual(['DISMISSED', 'UNDONE']);
    await page.keyboard.press('u');
    await current().waitFor();
    expect((await statuses()).toSorted()).toEqual(['OPEN', 'UNDONE']);
  });

  it('are not decided while something is typed', async () => {
    await page.getByRole('combobox', { name: 'State' }).focus();
    await page.keyboard.press('a');
    await page.keyboard.press('Escape');
    expect((await statuses()).toSorted()).toEqual(['OPEN', 'UNDONE']);
  });

  it('report no error to the browser’s console', () => {
    expect(console.errors).toEqual([]);
  });
});
