import { eventually } from '@tributary/testing';
import { atRest, ConsoleUnderTest, describeBrowser, violations } from './console-fixture';

jest.setTimeout(180_000);

const row = (id: string, day: string, amount: string, name: string) =>
  `<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>${day}<TRNAMT>${amount}<FITID>${id}<NAME>${name}</STMTTRN>`;

/** As most banks write it: no row has a value date, and two purchases of one day are equal. */
const FILE = [
  'OFXHEADER:100',
  'DATA:OFXSGML',
  'VERSION:102',
  'CHARSET:1252',
  '',
  '<OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>EUR',
  '<BANKACCTFROM><BANKID>1<ACCTID>42<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><DTSTART>20260301<DTEND>20260331',
  row('a', '20260302', '-7266.00', 'FURNITURE'),
  row('b', '20260305', '-4.50', 'JOES COFFEE'),
  row('c', '20260306', '-4.50', 'JOES COFFEE'),
  row('d', '20260307', '-9.99', 'KIOSK'),
  '</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>',
].join('\r\n');

interface Listed {
  readonly id: string;
  readonly amount: string;
  readonly mapped_fields: { readonly payee: string };
}

/** What a home user does with the rows of a file, to its end. */
describeBrowser('everyday actions on imported rows', () => {
  let console: ConsoleUnderTest;

  beforeAll(async () => {
    console = await ConsoleUnderTest.start();
    await console.rest('POST', '/finance/accounts', { name: 'Wallet', currency: 'EUR' });
    await upload('march.ofx');
    await console.page.getByRole('combobox', { name: '42' }).click();
    await console.page.getByRole('option', { name: 'Wallet' }).click();
    await console.page
      .getByRole('button', { name: 'Import 4 new' })
      .and(console.page.locator(':enabled'))
      .click();
    await console.page.getByText('4 transactions added, 0 removed again, 0 kept.').waitFor();
  });
  afterAll(() => console.stop());

  async function upload(name: string): Promise<void> {
    await console.open('/imports');
    await choose(name);
    await console.page.getByRole('heading', { level: 1, name }).waitFor();
  }

  const choose = (name: string) =>
    console.page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(FILE) });
  const listed = (filter: string) => console.rest<Listed[]>('GET', `/finance/transactions?sort=id&${filter}`);

  it('splits an amount with decimals into parts without', async () => {
    const { page } = console;
    const [whole] = await listed('filter[search]=FURNITURE');
    await console.open(`/transactions/${whole?.id}`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Split …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount of part 1').fill('-5000');
    const submit = dialog.getByRole('button', { name: 'Split' });
    await dialog.getByLabel('Amount of part 2').fill('-2265.99');
    await dialog.getByText('-€0.01').waitFor();
    await submit.and(page.locator(':disabled')).waitFor();
    await dialog.getByLabel('Amount of part 2').fill('-2266');
    await submit.and(page.locator(':enabled')).click();
    await page.getByText('Split into 2 parts').waitFor();
    await eventually(async () => {
      const parts = await listed('filter[split]=PART');
      expect(parts.map(({ amount }) => amount)).toEqual(['-5000.00', '-2266.00']);
    });
  });

  it('merges two equal rows that have no value date, and offers no row that cannot be merged', async () => {
    const { page } = console;
    const [one, other] = await listed('filter[search]=JOES');
    await console.open(`/transactions/${one?.id}`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Merge a duplicate …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio').first().waitFor();
    expect(await dialog.getByRole('radio').count()).toBe(1);
    await dialog.getByRole('radio', { name: /JOES COFFEE/ }).check();
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await page.getByText('Transactions merged').waitFor();
    await eventually(async () => {
      const left = await listed('filter[search]=JOES');
      expect(left.map(({ id }) => id)).toEqual([one?.id]);
    });
    expect(other).toBeDefined();
  });

  it('shows the bank’s values as the bank reported them after the user has set others', async () => {
    const { page } = console;
    const [kiosk] = await listed('filter[search]=KIOSK');
    await console.rest('PUT', `/finance/transactions/${kiosk?.id}`, {
      amount: '-10.00',
      mapped_fields: { payee: 'Newspapers' },
    });
    await console.open(`/transactions/${kiosk?.id}`);
    await page.getByRole('heading', { level: 1, name: 'Newspapers' }).waitFor();
    const bank = page.getByRole('table', { name: 'Bank’s values' });
    await bank.getByRole('row', { name: 'Payee KIOSK' }).waitFor();
    await page.getByText('-€9.99', { exact: true }).waitFor();
    expect(await bank.getByText('Newspapers').count()).toBe(0);
    await atRest(page);
    expect(await violations(page)).toEqual([]);
  });

  it('says that no bank reported what was added by hand', async () => {
    const { page } = console;
    const [account] = await console.rest<{ id: string }[]>('GET', '/finance/accounts');
    const made = await console.rest<{ id: string }>('POST', '/finance/transactions', {
      financial_account_id: account?.id,
      amount: '-1.00',
      booking_date: '2026-03-09',
      mapped_fields: { payee: 'Market' },
    });
    await console.open(`/transactions/${made.id}`);
    await page.getByText('No bank reported it: it was added by hand.').waitFor();
  });

  it('discards an import, from itself and from the list, when the sixth upload demands it', async () => {
    const { page } = console;
    for (const n of [1, 2, 3, 4, 5]) await upload(`open-${n}.ofx`);
    await console.open('/imports');
    await choose('sixth.ofx');
    const refusal = page.getByRole('alert').filter({ hasText: 'There are 5 open imports already' });
    await refusal.getByText('This cannot be done now').waitFor();

    await page.getByRole('button', { name: 'Discard open-1.ofx' }).click();
    const dialog = page.getByRole('dialog', { name: 'Discard this import?' });
    await dialog.waitFor();
    await atRest(page);
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Discard open-1.ofx' }).click();
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('link', { name: 'open-1.ofx' }).waitFor({ state: 'detached' });

    await choose('sixth.ofx');
    await page.getByRole('heading', { level: 1, name: 'sixth.ofx' }).waitFor();
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('heading', { level: 1, name: 'Import a file' }).waitFor();
    await page.getByRole('link', { name: 'open-2.ofx' }).waitFor();
    expect(await page.getByRole('link', { name: 'sixth.ofx' }).count()).toBe(0);
  });

  it('has reported nothing but the refused upload and what nobody reported to the browser’s console', () => {
    expect(console.errors.filter((error) => !/409|404/.test(error))).toEqual([]);
  });
});
