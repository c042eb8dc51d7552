import { ConsoleUnderTest, describeBrowser, violations } from './console-fixture';

jest.setTimeout(180_000);

const FILE = [
  'Booking date;Payee;Amount;Currency',
  '2026-03-02;Kahvila;-2.50;EUR',
  '2026-03-02;Kahvila;-2.50;EUR',
  '2026-03-40;Broken;-1.00;EUR',
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
});
