import { addDecimals } from '@tributary/money';
import { eventually } from '@tributary/testing';
import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import type { FilledUser } from '../../all-in-one/test/filled-user';
import { atRest, ConsoleUnderTest, describeBrowser, inTheme, overflow, violations } from './console-fixture';

jest.setTimeout(120_000);

const LARGE = 100_000;
/** Rows as the projection writes them; the tables' triggers find each other by the path. */
const FILL = `
  with path as materialized (select set_config('search_path', 'api_gateway', true))
  insert into api_gateway.transactions (user_id, id, account_id, shaped_version, removed, created_at, updated_at, changed_at,
      booked, currency, amount, booking_date, mapped_date, raw, split)
  select $1, 1000000 + n, $2, 1, false, now(), now(), now(), true, 'EUR', -n, date '2026-01-01' - (n / 100)::integer,
         date '2026-01-01' - (n / 100)::integer,
         jsonb_build_object('booked', true, 'currency', 'EUR', 'amount', (-n)::text, 'booking_date', null, 'value_date', null,
           'booking_datetime', '', 'value_datetime', '',
           'mapped_fields', jsonb_build_object('payee', 'Payee ' || n,
             'date', to_char(date '2026-01-01' - (n / 100)::integer, 'YYYY-MM-DD'))), 'NONE'
    from path, generate_series(1, $3::bigint) n`;

interface Listed {
  readonly id: string;
  readonly amount: string;
  readonly currency: string;
  readonly booked: string;
  readonly mapped_fields: { readonly payee?: string; readonly description?: string };
  readonly edited_fields?: readonly string[];
}

describeBrowser('the console’s transactions', () => {
  let tributary: ConsoleUnderTest;
  let user: FilledUser;
  let page: Page;

  beforeAll(async () => {
    tributary = await ConsoleUnderTest.start();
    ({ user, page } = await tributary.filled('Story'));
  }, 120_000);
  afterAll(() => tributary.stop());

  const listed = (query: string) =>
    tributary.system.data<Listed[]>('GET', `/finance/transactions?page[size]=100&${query}`, user.token);
  const count = () => page.getByRole('status').filter({ hasText: /^[\d,]+ transactions?$/ });
  const row = (index: number) => page.getByRole('row').nth(index + 1);
  const search = () => new URL(page.url()).searchParams;

  async function openList(query = ''): Promise<void> {
    await tributary.open(`/transactions${query}`, page);
    await count().waitFor();
    await atRest(page);
  }

  it('finds while one types, and the address restores what was found', async () => {
    const [some] = await listed('filter[booked]=true');
    const word = (some?.mapped_fields.payee ?? '').split(/\s+/)[0] ?? '';
    const expected = (await listed(`filter[search]=${encodeURIComponent(word)}`)).length;
    await openList();
    await page.getByLabel('Search transactions').pressSequentially(word, { delay: 20 });
    await page.getByText(new RegExp(`^${expected} transactions?$`)).waitFor();
    await eventually(() => expect(search().get('search')).toBe(word));

    await page.reload();
    await page.getByText(new RegExp(`^${expected} transactions?$`)).waitFor();
    expect(await page.getByLabel('Search transactions').inputValue()).toBe(word);
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await eventually(() => expect(search().has('search')).toBe(false));
  });

  it('adds, changes and removes filters by keyboard, and saves them as a view', async () => {
    await openList();
    await page.getByRole('button', { name: 'Add filter' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Filter by').first().fill('Amount up');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Amount up to' }).fill('-1');
    await page.keyboard.press('Enter');
    const chip = page.getByRole('button', { name: 'Amount up to: -1' });
    await chip.waitFor();
    const expected = (await listed('filter[amount_max]=-1')).length;
    await page.getByText(new RegExp(`^${expected} transactions?$`)).waitFor();

    await chip.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Amount up to' }).fill('-100000');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'No transaction matches' }).waitFor();

    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByLabel('Save these filters as').fill('Very large');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Very large', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove filter Amount up to' }).focus();
    await page.keyboard.press('Enter');
    await eventually(() => expect(search().has('amount_max')).toBe(false));

    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('button', { name: 'Very large', exact: true }).click();
    await page.getByRole('button', { name: 'Amount up to: -100000' }).waitFor();
  });

  it('shows a transaction’s story, and changes it from there', async () => {
    const [changed] = await listed(`filter[financial_account_id]=${user.accountId}&sort=-mapped_fields.date`);
    const id = changed?.id ?? '';
    await openList(`?account_id=${user.accountId}`);
    await row(0).getByRole('link').click();
    await page.getByRole('heading', { level: 2, name: 'As it is now' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/transactions/${id}`);
    for (const name of ['As the bank reported it', 'Changes by rules', 'Transfers', 'Webhook deliveries'])
      await page.getByRole('heading', { level: 2, name }).waitFor();
    const deliveries = page.getByRole('table', { name: 'Webhook deliveries' });
    await deliveries.getByText('transactions.created').first().waitFor();
    const rules = page.getByRole('table', { name: 'Changes by rules' });
    await rules.getByText('Text Story').waitFor();

    await rules.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Change undone').waitFor();
    await rules.getByText('Undone since').waitFor();

    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabel('Payee').fill('Own payee');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Transaction changed').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Own payee' }).waitFor();
    await page.getByText('Set by you').first().waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await eventually(async () => {
      const { edited_fields: edited = [] } = await tributary.system.data<Listed>(
        'GET',
        `/finance/transactions/${id}`,
        user.token,
      );
      expect(edited).toEqual([]);
    });
  });

  it('shows that another tab changed what is being edited, and lets a person choose', async () => {
    const [some] = await listed(`filter[financial_account_id]=${user.accountId}&sort=-mapped_fields.date`);
    const path = `/transactions/${some?.id ?? ''}`;
    const edit = async (tab: Page, field: string, value: string) => {
      await tributary.open(path, tab);
      await tab.getByRole('button', { name: 'Edit' }).click();
      await tab.getByRole('dialog').getByLabel(field, { exact: true }).fill(value);
    };
    await edit(page, 'Payee', 'Payee of one');
    const other = await page.context().newPage();
    await edit(other, 'Payee', 'Payee of the other');
    await other.getByRole('dialog').getByLabel('Description', { exact: true }).fill('Said by the other');
    await other.getByRole('button', { name: 'Save' }).click();
    await other.getByText('Transaction changed').waitFor();
    await other.close();

    const dialog = page.getByRole('dialog');
    await dialog.getByRole('alert').getByText('Payee is now Payee of the other').waitFor();
    expect(await dialog.getByLabel('Payee', { exact: true }).inputValue()).toBe('Payee of one');
    expect(await dialog.getByLabel('Description', { exact: true }).inputValue()).toBe('Said by the other');
    await dialog.getByRole('button', { name: 'Take the saved value' }).click();
    expect(await dialog.getByLabel('Payee', { exact: true }).inputValue()).toBe('Payee of the other');
    await dialog.getByLabel('Payee', { exact: true }).fill('Payee of both');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Payee of both' }).waitFor();
    const [saved] = await listed(`filter[id]=${some?.id ?? ''}`);
    expect(saved?.mapped_fields).toMatchObject({ payee: 'Payee of both', description: 'Said by the other' });

    const released = { mapped_fields: { payee: null, description: null } };
    await tributary.system.rest('PUT', `/finance${path}`, user.token, released);
  });

  it('changes many together, says how many, and takes it back', async () => {
    const before = await listed(`filter[financial_account_id]=${user.accountId}&sort=-mapped_fields.date`);
    await openList(`?account_id=${user.accountId}`);
    await row(0).getByRole('checkbox').click();
    await row(3)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] });
    await page.getByText('4 transactions selected').waitFor();
    await page.getByRole('button', { name: 'Change …' }).click();
    await page.getByLabel('New payee').fill('All the same');
    await page.getByRole('button', { name: 'Change 4' }).click();
    await page.getByText('4 transactions changed.').waitFor();
    await row(3).getByText('All the same').waitFor();

    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('4 transactions changed back.').waitFor();
    await eventually(async () => {
      const after = await listed(`filter[financial_account_id]=${user.accountId}&sort=-mapped_fields.date`);
      expect(after.map(({ mapped_fields: mapped }) => mapped)).toEqual(
        before.map(({ mapped_fields: mapped }) => mapped),
      );
    });
  });

  it('exports what is filtered, to the cent', async () => {
    await openList('?booked=true');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('transactions.csv');
    const [head = '', ...lines] = (await text(await download.createReadStream())).trimEnd().split('\r\n');
    const columns = head.replace('\ufeff', '').split(',');
    const amounts = lines.map((line) => cellsOf(line)[columns.indexOf('amount')] ?? '');
    const expected = await listed('filter[booked]=true');
    expect(lines).toHaveLength(expected.length);
    expect(addDecimals(...amounts)).toBe(addDecimals(...expected.map(({ amount }) => amount)));
  });

  it('says that a transaction was removed while its story is open', async () => {
    const [gone] = await listed(`filter[financial_account_id]=${user.accountId}`);
    await tributary.open(`/transactions/${gone?.id ?? ''}`, page);
    await page.getByRole('heading', { level: 2, name: 'As it is now' }).waitFor();
    await tributary.system.rest('DELETE', `/finance/transactions/${gone?.id ?? ''}`, user.token);
    await page.getByText('It was removed while you looked at it').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'This transaction was removed' }).waitFor();
  });

  it.each(['light', 'dark'] as const)(
    'has nothing that axe complains about in the %s theme',
    async (theme) => {
      const [some] = await listed(`filter[financial_account_id]=${user.accountId}`);
      for (const path of ['/transactions', '/transactions?booked=true', `/transactions/${some?.id ?? ''}`]) {
        await tributary.open(path, page);
        await inTheme(page, theme);
        expect(await violations(page)).toEqual([]);
      }
    },
  );

  it('fits a narrow screen', async () => {
    const [some] = await listed(`filter[financial_account_id]=${user.accountId}`);
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of ['/transactions?booked=true', `/transactions/${some?.id ?? ''}`]) {
      await tributary.open(path, page);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
    }
  });

  it('goes to any of 100,000 rows by keyboard, and chooses a range across pages', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await tributary.system.sql(FILL, [user.id, user.accountId, LARGE]);
    await openList();
    const total = await tributary.system.total('/finance/transactions', user.token);
    expect(total).toBeGreaterThan(LARGE);
    const grid = page.getByRole('grid', { name: 'Transactions' });
    const rowAt = (index: number) => grid.locator(`[aria-rowindex="${index + 1}"]`);
    await rowAt(1).getByRole('link').focus();
    await page.keyboard.press('End');
    await rowAt(total).getByRole('link').waitFor();
    await page.keyboard.press('Home');
    await rowAt(1).getByRole('link').waitFor();

    await rowAt(1).getByRole('checkbox').click();
    await grid.evaluate((list: { scrollTop: number }) => {
      list.scrollTop = 36 * 240;
    });
    await rowAt(245)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] });
    await page.getByText('245 transactions selected').waitFor();
    await page.getByText('To select all, filter down to 5000 or fewer.').waitFor();
  });

  it('has reported no error to the browser’s console', () => {
    expect(tributary.errors.filter((error) => !error.includes('404'))).toEqual([]);
  });
});

/** The cells of a line without line breaks in them. */
function cellsOf(line: string): string[] {
  return [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) => cell);
}
