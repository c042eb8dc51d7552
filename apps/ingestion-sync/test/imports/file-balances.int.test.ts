import { isOutflow } from '@tributary/money';
import {
  BalanceSnapshottedV1,
  ChangeFileImport,
  CreateAccount,
  ownerOf,
  RecordBalance,
} from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { IngestionFixture } from '../ingestion.fixture';
import { camtOf, csvOf, FileImports, Line } from './file-of';

let fixture: IngestionFixture;
let imports: FileImports;
let user = 7000;
beforeAll(async () => {
  fixture = await IngestionFixture.start();
});
afterAll(() => fixture.close());
beforeEach(() => {
  imports = new FileImports(fixture, ownerOf((user += 1)));
});

const makeAccount = async (): Promise<number> => {
  const account = { name: 'Giro', currency: 'EUR', category: 'BANK', cashAccountType: null } as const;
  return (await fixture.send(CreateAccount, account, imports.caller)).id;
};

type Balance = readonly [code: 'OPBD' | 'CLBD', amount: string, day: string];
const MARCH: readonly Line[] = [
  ['2026-03-02', '-70.00', 'Shop'],
  ['2026-03-05', '0.10', 'Interest'],
];
const OPENING: Balance = ['OPBD', '500.00', '2026-03-01'];
const CLOSING: Balance = ['CLBD', '430.10', '2026-03-31'];

/** Returns a statement with balances. */
function statement(lines: readonly Line[], ...balances: readonly Balance[]): string {
  const stated = balances.map(
    ([code, amount, day]) =>
      `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount.replace('-', '')}</Amt>` +
      `<CdtDbtInd>${isOutflow(amount) ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`,
  );
  return camtOf(lines).replace('</Acct>', `</Acct>${stated.join('')}`);
}

const balancesOf = (accountId: number) =>
  fixture.rows<{ day: string; amount: string; from_file: boolean }>(
    `select reference_day::text as day, document->>'amount' as amount, from_file from balances
      where account_id = $1 order by reference_day`,
    [accountId],
  );
const shownBy = async (accountId: number) => {
  const [row] = await fixture.rows<{ cleared: string | null; synced: Date | null }>(
    `select balances_published->>'cleared' as cleared, balances_synced_at as synced from financial_accounts where id = $1`,
    [accountId],
  );
  return row;
};
const snapshots = (accountId: number) =>
  fixture.events(BalanceSnapshottedV1).filter((one) => one.financialAccountId === accountId);

describe('the balances that a file states', () => {
  it('are shown in the preview, and hold its entries', async () => {
    const account = await makeAccount();
    const { document } = await imports.preview(statement(MARCH, OPENING, CLOSING), 'a.xml', account);
    expect(document.accounts[0]?.balances).toEqual({
      currency: 'EUR',
      opening: '500.00',
      opening_date: '2026-03-01',
      closing: '430.10',
      closing_date: '2026-03-31',
      entries: 2,
      entries_sum: '-69.90',
      statements: 1,
      adds_up: true,
      difference: '0.00',
      gaps: [],
    });
    expect(await balancesOf(account)).toEqual([]);
    const lost = await imports.preview(statement(MARCH.slice(1), OPENING, CLOSING), 'b.xml', account);
    expect(lost.document.accounts[0]?.balances).toMatchObject({
      adds_up: false,
      gaps: [{ difference: '-70.00' }],
    });
    const csv = await imports.preview(csvOf(MARCH), 'c.csv', account);
    expect(csv.document.accounts[0]?.balances).toBeNull();
  });

  it('are recorded when it is applied, and removed by its undo: the account shows what is left', async () => {
    const account = await makeAccount();
    const march = await imports.import(statement(MARCH, OPENING, CLOSING), account, 'march.xml');
    expect(await balancesOf(account)).toEqual([{ day: '2026-03-31', amount: '430.10', from_file: true }]);
    expect(await shownBy(account)).toMatchObject({ cleared: '430.10', synced: expect.any(Date) as Date });
    const february: Balance = ['CLBD', '500', '2026-02-28'];
    const before = await imports.import(
      statement([['2026-02-02', '-1.00', 'Kiosk']], february),
      account,
      'f.xml',
    );
    expect(await shownBy(account)).toMatchObject({ cleared: '430.10' });
    await imports.undo(march.id);
    expect(await balancesOf(account)).toEqual([{ day: '2026-02-28', amount: '500.00', from_file: true }]);
    expect(await shownBy(account)).toMatchObject({ cleared: '500.00' });
    await imports.undo(before.id);
    expect(await shownBy(account)).toEqual({ cleared: null, synced: null });
    await eventually(() => {
      const published = snapshots(account);
      expect(published.map(({ version, cleared }) => [version, cleared])).toEqual([
        [1, '430.10'],
        [2, '430.10'],
        [3, '500.00'],
        [4, null],
      ]);
      const ids = published.flatMap(({ balances }) => balances.map(({ id }) => id));
      expect(published.flatMap(({ removed = [] }) => removed)).toEqual(ids);
    });
  });

  it('of the same day in two files are removed with the last of them', async () => {
    const account = await makeAccount();
    const morning = await imports.import(
      statement(MARCH.slice(0, 1), ['CLBD', '430', '2026-03-31']),
      account,
      'a.xml',
    );
    const evening = await imports.import(statement(MARCH, OPENING, CLOSING), account, 'b.xml');
    expect(await balancesOf(account)).toMatchObject([{ amount: '430.10' }]);
    await imports.undo(evening.id);
    expect(await balancesOf(account)).toMatchObject([{ amount: '430.00' }]);
    expect(await shownBy(account)).toMatchObject({ cleared: '430.00' });
    await imports.undo(morning.id);
    expect(await balancesOf(account)).toEqual([]);
  });

  it('change nothing that the user recorded for the day, before or after', async () => {
    const account = await makeAccount();
    const record = { financialAccountId: account, referenceDate: '2026-03-31', amount: '1.00' };
    await fixture.send(RecordBalance, record, imports.caller);
    const { id } = await imports.import(statement(MARCH, OPENING, CLOSING), account, 'a.xml');
    expect(await balancesOf(account)).toEqual([{ day: '2026-03-31', amount: '1.00', from_file: false }]);
    await imports.undo(id);
    expect(await balancesOf(account)).toMatchObject([{ amount: '1.00' }]);
    const other = await makeAccount();
    const applied = await imports.import(statement(MARCH, OPENING, CLOSING), other, 'a.xml');
    await fixture.send(RecordBalance, { ...record, financialAccountId: other }, imports.caller);
    await imports.undo(applied.id);
    expect(await balancesOf(other)).toEqual([{ day: '2026-03-31', amount: '1.00', from_file: false }]);
  });

  it('are shown by a new account, and not in another currency than the account’s', async () => {
    const { id } = await imports.preview(statement(MARCH, OPENING, CLOSING), 'a.xml');
    const newAccount = { name: 'Euro', currency: 'EUR' };
    const accounts = [{ key: '1', financialAccountId: null, newAccount }];
    await fixture.send(ChangeFileImport, { importId: id, accounts }, imports.caller);
    await imports.until(id, 'READY');
    const applied = await imports.apply(id);
    expect(await shownBy(applied.document.accounts[0]?.financial_account_id ?? 0)).toMatchObject({
      cleared: '430.10',
    });
    const dollars = await makeAccount();
    await fixture.rows(
      `update financial_accounts set profile = jsonb_set(profile, '{currency}', '"USD"') where id = $1`,
      [dollars],
    );
    await imports.import(statement(MARCH, OPENING, CLOSING), dollars, 'b.xml');
    expect(await balancesOf(dollars)).toEqual([]);
  });

  it('of an older day leave what a connection read; a newer one is shown until the next sync', async () => {
    const { financialAccountIds } = await fixture.connect('BERKA_1');
    const [account = 0] = financialAccountIds;
    await fixture.settled();
    const own = new FileImports(fixture);
    const read = await shownBy(account);
    expect(read?.cleared).not.toBeNull();
    const [profile] = await fixture.rows<{ currency: string }>(
      `select profile->>'currency' as currency from financial_accounts where id = $1`,
      [account],
    );
    const inCurrency = (text: string) => text.replaceAll('"EUR"', `"${profile?.currency}"`);
    const older = await own.import(
      inCurrency(statement(MARCH, ['CLBD', '1', '2020-01-31'])),
      account,
      'a.xml',
    );
    expect(await shownBy(account)).toEqual(read);
    await own.undo(older.id);
    expect(await shownBy(account)).toEqual(read);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const newer = await own.import(inCurrency(statement(MARCH, ['CLBD', '2', tomorrow])), account, 'b.xml');
    expect(await shownBy(account)).toMatchObject({ cleared: '2.00' });
    await own.undo(newer.id);
    expect(await shownBy(account)).toMatchObject({ cleared: read?.cleared });
  });
});
