import { ApplyFileImport, ChangeFileImport, UpdateTransactions } from '@tributary/contracts';
import { BankRow, bankRows, BankRows } from '../bank-truth';
import { IngestionFixture } from '../ingestion.fixture';
import { camtOf, csvOf, FileImports, Line, ofxOf, shownOf } from './file-of';

const ONE = 'BERKA_1';
/** A row older than all that the bank still lists. */
const LONG_AGO: Line = ['2015-03-02', '-7.77', 'Closed shop', 'CZK'];

let fixture: IngestionFixture;
let imports: FileImports;
let bank: BankRows;
beforeAll(async () => {
  fixture = await IngestionFixture.start({ dailyCalls: 1000 });
});
beforeEach(async () => {
  await fixture.nextUser();
  imports = new FileImports(fixture, fixture.caller);
  const [account] = await bankRows(fixture, ONE);
  if (!account) throw new Error('the bank has no account');
  bank = account;
});
afterAll(() => fixture.close());

const lineOf = (row: BankRow, name = row.creditorName ?? 'Somebody'): Line => [
  row.bookingDate ?? '',
  row.transactionAmount.amount,
  name,
  row.transactionAmount.currency,
];
const shown = (lines: readonly Line[]): string[] => lines.map(([day, amount]) => `${day} ${amount}`).sort();
const ofBank = (): Line[] => bank.booked.map((row) => lineOf(row));
/** Returns the rows of a file from an earlier download, which reaches further back than the bank's feed. */
const olderHalf = (name?: string): Line[] => {
  const rows = [...bank.booked].sort((a, b) => ((a.bookingDate ?? '') < (b.bookingDate ?? '') ? -1 : 1));
  return [LONG_AGO, ...rows.slice(0, Math.ceil(rows.length / 2)).map((row) => lineOf(row, name))];
};

/**
 * Imports a file into a new account.
 * @returns the account and the import
 */
async function importNew(file: string, name: string): Promise<{ account: number; importId: number }> {
  const { id, document } = await imports.preview(file, name);
  const [{ key } = { key: '' }] = document.accounts;
  const accounts = [{ key, financialAccountId: null, newAccount: { name: 'Giro', currency: 'CZK' } }];
  await fixture.send(ChangeFileImport, { importId: id, accounts });
  await imports.until(id, 'READY');
  const applied = await imports.apply(id);
  return { account: applied.document.accounts[0]?.financial_account_id ?? 0, importId: id };
}

async function connected(): Promise<number[]> {
  const { financialAccountIds } = await fixture.connect(ONE);
  await fixture.settled();
  return [...financialAccountIds];
}

const accounts = () => fixture.rows<{ id: number }>('select id::int from financial_accounts order by id');
const idsOf = (account: number) =>
  fixture.rows<{ id: number; day: string }>(
    `select id::int, day::text from transactions where account_id = $1 and state = 'LIVE' order by id`,
    [account],
  );

describe('a file first and the bank’s feed later', () => {
  it('are one account: nothing doubled, nothing lost, and what the user edited stays', async () => {
    const { account } = await importNew(camtOf(olderHalf(), bank.iban), 'statement.xml');
    const before = await idsOf(account);
    const edited = before.at(-1)?.id ?? 0;
    await fixture.send(UpdateTransactions, {
      items: [{ transactionId: edited, fields: { mapped_fields: { payee: 'Mine' } } }],
      mode: 'all_or_none',
    });
    expect(await connected()).toEqual([account]);
    expect(await accounts()).toEqual([{ id: account }]);
    expect(await shownOf(fixture, account)).toEqual(shown([LONG_AGO, ...ofBank()]));
    const after = await idsOf(account);
    expect(after.map(({ id }) => id)).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
    const origins = await fixture.rows(
      `select origin, count(*)::int as rows from transactions where account_id = $1 group by origin order by origin`,
      [account],
    );
    expect(origins).toEqual([
      { origin: 'FILE', rows: 1 },
      { origin: 'PROVIDER', rows: bank.booked.length },
    ]);
    const [kept] = await fixture.rows(
      `select document->'mapped_fields'->>'payee' as payee from transactions where id = $1`,
      [edited],
    );
    expect(kept).toEqual({ payee: 'Mine' });
    const [row] = await fixture.rows(
      `select provider, history_state, (config->>'sync_auto')::boolean as sync_auto, health->>'status' as health
         from financial_accounts`,
    );
    expect(row).toEqual({
      provider: 'PROVIDER_A',
      history_state: 'COMPLETE',
      sync_auto: true,
      health: 'HEALTHY',
    });
  });

  it('are one account by its number and bank as well, whatever the file calls the payees', async () => {
    const file = ofxOf(olderHalf('Kortti 4711 XYZ'), bank.iban.slice(-10))
      .replace('37040044', bank.iban.slice(4, 8))
      .replace('<CURDEF>EUR', '<CURDEF>CZK');
    const { account } = await importNew(file, 'statement.ofx');
    expect(await connected()).toEqual([account]);
    expect(await shownOf(fixture, account)).toEqual(shown([LONG_AGO, ...ofBank()]));
  });

  it('and the same file again add nothing; an undo then leaves what the bank sent', async () => {
    const file = camtOf(olderHalf(), bank.iban);
    const { account, importId } = await importNew(file, 'statement.xml');
    await connected();
    const again = await imports.preview(file, 'again.xml');
    expect(again.document).toMatchObject({
      entries_new: 0,
      accounts: [{ financial_account_id: account, matched_by: 'IBAN' }],
    });
    const undone = await imports.undo(importId);
    expect(undone.document).toMatchObject({ transactions_removed: 1, error: null });
    expect(await shownOf(fixture, account)).toEqual(shown(ofBank()));
  });

  it('stay two accounts where two by hand have the same number: the user has to say which one it is', async () => {
    const file = camtOf(olderHalf(), bank.iban);
    const { account } = await importNew(file, 'statement.xml');
    const { account: other } = await importNew(file, 'statement.xml');
    expect(other).not.toBe(account);
    const [added = 0] = await connected();
    expect([account, other]).not.toContain(added);
    expect(await shownOf(fixture, added)).toEqual(shown(ofBank()));
    expect(await shownOf(fixture, account)).toEqual(shown(olderHalf()));
  });

  it('of another user’s file stay apart', async () => {
    const { account } = await importNew(camtOf(olderHalf(), bank.iban), 'statement.xml');
    await fixture.rows('update financial_accounts set user_id = user_id + 1');
    await fixture.rows('update file_imports set user_id = user_id + 1');
    expect(await connected()).not.toContain(account);
  });
});

describe('the bank’s feed first and a file later', () => {
  it('are one account: only what the bank no longer lists is added, whatever the file calls the payees', async () => {
    const [account = 0] = await connected();
    const { id, document } = await imports.preview(
      camtOf(olderHalf('Kortti 4711 XYZ'), bank.iban),
      'old.xml',
    );
    expect(document).toMatchObject({
      accounts: [{ financial_account_id: account, matched_by: 'IBAN' }],
      entries_new: 1,
      entries_known: olderHalf().length - 1,
    });
    await fixture.send(ApplyFileImport, { importId: id });
    await imports.until(id, 'APPLIED');
    expect(await shownOf(fixture, account)).toEqual(shown([LONG_AGO, ...ofBank()]));
  });

  it('and a file without a number, by choice, add nothing that is there; the next syncs keep it so', async () => {
    const [account = 0] = await connected();
    await imports.import(csvOf(olderHalf()), account);
    await fixture.rows('update financial_accounts set next_sync_at = now()');
    await fixture.settled();
    expect(await shownOf(fixture, account)).toEqual(shown([LONG_AGO, ...ofBank()]));
  });
});
