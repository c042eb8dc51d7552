import { ConsoleUnderTest, describeBrowser, overflow, violations } from './console-fixture';

jest.setTimeout(180_000);

const FILE = [
  'Booking date;Payee;Amount;Currency',
  '2026-03-02;Kahvila;-2.50;EUR',
  '2026-03-02;Kahvila;-2.50;EUR',
  '2026-03-40;Broken;-1.00;EUR',
  '',
].join('\r\n');

const STATEMENT = [
  ':20:1',
  ':25:DE89370400440532013000',
  ':28C:1/1',
  ':60F:C260501EUR500,00',
  ':61:2605020502D70,00NMSCNONREF',
  ':86:Shop',
  ':61:2605050505C0,10NMSCNONREF',
  ':86:Interest',
  ':62F:C260531EUR430,10',
  '-',
  '',
].join('\r\n');

describeBrowser('importing a file in the console', () => {
  let console: ConsoleUnderTest;

  beforeAll(async () => {
    console = await ConsoleUnderTest.start();
  });
  afterAll(() => console.stop());

  it('goes from the file over its preview to its transactions, and back', async () => {
    const { page } = console;
    await console.rest('POST', '/finance/accounts', { name: 'Wallet', currency: 'EUR' });
    await console.open('/accounts');
    await page.getByRole('link', { name: 'Import a file' }).click();
    await page.getByRole('heading', { level: 1, name: 'Import a file' }).waitFor();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) });
    await page.getByRole('tab', { name: 'Cannot be read (1)' }).click();
    await page.getByRole('cell', { name: '4', exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('combobox', { name: 'Account 1' }).click();
    await page.getByRole('option', { name: 'Wallet' }).click();
    await page.getByRole('button', { name: 'Import 2 new' }).and(page.locator(':enabled')).click();
    await page.getByText('2 transactions added, 0 removed again, 0 kept.').waitFor();
    await page.getByRole('button', { name: 'Undo the import' }).click();
    await page.getByText('2 transactions added, 2 removed again, 0 kept.').waitFor();
    expect(console.errors).toEqual([]);
  });

  it('corrects the order of day and month in a QIF file', async () => {
    const { page } = console;
    await console.open('/imports');
    const buffer = Buffer.from('!Type:Bank\nD03/04/2026\nT-2.50\n^\nD04/04/2026\nT-1.00\n^\n');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'giro.qif', mimeType: 'application/octet-stream', buffer });
    await page.getByRole('cell', { name: '2026-04-03' }).waitFor();
    await page.getByRole('combobox', { name: 'Dates' }).selectOption('Month, day, year');
    await page.getByRole('button', { name: 'Read the file like this' }).click();
    await page.getByRole('cell', { name: '2026-03-04' }).waitFor();
    expect(await violations(page)).toEqual([]);
    expect(console.errors).toEqual([]);
  });

  it('asks how a file is read where that is not certain, and shows it among what needs the user', async () => {
    const { page, system } = console;
    // A release before read such a file otherwise, and nobody knows whether its user confirmed that.
    await system.sql(
      `insert into ingestion_sync.file_csv_readings (user_id, shape, csv)
       select user_id, csv_shape, jsonb_set(csv, '{columns,1}', '"description"')
         from ingestion_sync.file_imports where user_id = $1 and csv is not null
       on conflict (user_id, shape) do update set csv = excluded.csv, confirmed = null`,
      [console.user.id],
    );
    await console.open('/imports');
    const buffer = Buffer.from(FILE.replaceAll('2026-03', '2026-04'));
    await page.locator('input[type=file]').setInputFiles({ name: 'april.csv', mimeType: 'text/csv', buffer });
    await page.getByText('Waits for your answer: CSV').waitFor();
    await page
      .getByRole('alert')
      .getByText(/^Column 2: An earlier file/)
      .waitFor();
    await page.getByRole('combobox', { name: 'Column 2, in doubt' }).waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    const address = new URL(page.url()).pathname;
    await console.open('/');
    const need = page.getByRole('listitem').filter({ hasText: 'april.csv' });
    await need.getByText('A file waits for your answer').waitFor();
    await need.getByRole('link', { name: 'Answer' }).click();
    await page.waitForURL(`**${address}`);
    await page.getByRole('button', { name: 'Read the file like this' }).click();
    await page.getByText('The file is read as you confirmed it.').waitFor();
    await page.getByRole('combobox', { name: 'Account 1' }).click();
    await page.getByRole('option', { name: 'Wallet' }).click();
    await page.getByRole('button', { name: 'Import 2 new' }).and(page.locator(':enabled')).click();
    await page.getByText('2 transactions added, 0 removed again, 0 kept.').waitFor();
    expect(console.errors).toEqual([]);
  });

  it('proposes the account whose last file had the same layout, and leaves the choice to the user', async () => {
    const { page } = console;
    await console.open('/imports');
    const buffer = Buffer.from(FILE.replaceAll('2026-03', '2026-06'));
    await page.locator('input[type=file]').setInputFiles({ name: 'june.csv', mimeType: 'text/csv', buffer });
    await page.getByText(/The last file with this layout went to/).waitFor();
    await page.getByRole('button', { name: 'Import 2 new' }).and(page.locator(':disabled')).waitFor();
    await page.getByRole('button', { name: 'Use Wallet' }).click();
    await page.getByRole('button', { name: 'Import 2 new' }).and(page.locator(':enabled')).waitFor();
    expect(console.errors).toEqual([]);
  });

  it('says whether the rows add up to the balances, and asks for the name and currency of a new account', async () => {
    const { page } = console;
    await console.open('/imports');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'may.sta', mimeType: 'text/plain', buffer: Buffer.from(STATEMENT) });
    await page.getByText('2 rows, opening €500.00, closing €430.10: adds up.').waitFor();
    await page.getByRole('combobox', { name: 'DE89370400440532013000' }).click();
    await page.getByRole('option', { name: 'A new account, kept by hand' }).click();
    await page.getByRole('textbox', { name: 'Name of the new account' }).fill('Giro');
    const currency = page.getByRole('combobox', { name: 'Its currency' });
    expect(await currency.inputValue()).toContain('EUR');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Use this new account' }).click();
    await page.getByRole('button', { name: 'Import 2 new' }).and(page.locator(':enabled')).click();
    await page.getByText('2 transactions added, 0 removed again, 0 kept.').waitFor();
    await console.open('/accounts');
    const row = page.getByRole('row', { name: /Giro/ });
    await row.getByText('€430.10', { exact: true }).waitFor();
    await page
      .getByRole('row', { name: /Wallet/ })
      .getByText('unknown')
      .waitFor();
    await console.open('/');
    await page.getByText('Without 1 account whose balance is unknown: Wallet').waitFor();
    expect(console.errors).toEqual([]);
  });
});
