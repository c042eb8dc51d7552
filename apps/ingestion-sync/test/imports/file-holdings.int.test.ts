import { ChangeFileImport, HoldingsSnapshottedV1, ownerOf } from '@tributary/contracts';
import { IngestionFixture } from '../ingestion.fixture';
import { FileImports } from './file-of';

let fixture: IngestionFixture;
let imports: FileImports;
let user = 700;
beforeAll(async () => {
  fixture = await IngestionFixture.start();
});
afterAll(() => fixture.close());
beforeEach(() => {
  imports = new FileImports(fixture, ownerOf((user += 1)));
});

const security = (id: string) => `<SECID><UNIQUEID>${id}<UNIQUEIDTYPE>CUSIP</SECID>`;

/** Returns a broker's statement of one day: a purchase, and the positions. */
function statement(day: string, holdings: Readonly<Record<string, string>>): string {
  const positions = Object.entries(holdings).map(
    ([id, units]) =>
      `<POSSTOCK><INVPOS>${security(id)}<HELDINACCT>CASH<POSTYPE>LONG<UNITS>${units}<UNITPRICE>2.00<MKTVAL>${units}</INVPOS></POSSTOCK>`,
  );
  return `OFXHEADER:100

<OFX><INVSTMTMSGSRSV1><INVSTMTTRNRS><INVSTMTRS><DTASOF>${day}<CURDEF>USD<INVACCTFROM><BROKERID>b.example<ACCTID>12345678</INVACCTFROM>
<INVTRANLIST><BUYSTOCK><INVBUY><INVTRAN><FITID>F${day}<DTTRADE>${day}</INVTRAN>${security('A1')}<UNITS>1<UNITPRICE>2.00<TOTAL>-2.00</INVBUY><BUYTYPE>BUY</BUYSTOCK></INVTRANLIST>
<INVPOSLIST>${positions.join('')}</INVPOSLIST></INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1>
<SECLISTMSGSRSV1><SECLIST><STOCKINFO><SECINFO>${security('A1')}<SECNAME>Example<TICKER>EXMP</SECINFO></STOCKINFO></SECLIST></SECLISTMSGSRSV1></OFX>`;
}

async function intoNewAccount(text: string) {
  const preview = await imports.preview(text, 'broker.qfx');
  const key = preview.document.accounts[0]?.key ?? '';
  const newAccount = { name: 'Broker', currency: 'USD' };
  await fixture.send(
    ChangeFileImport,
    { importId: preview.id, accounts: [{ key, financialAccountId: null, newAccount }] },
    imports.caller,
  );
  await imports.until(preview.id, 'READY');
  const applied = await imports.apply(preview.id);
  return { importId: applied.id, accountId: applied.document.accounts[0]?.financial_account_id ?? 0 };
}

const held = async (accountId: number): Promise<string[]> => {
  const rows = await fixture.rows<{ text: string }>(
    `select (document->'instrument'->>'symbol') || ' ' || (document->>'units') as text from holdings
      where account_id = $1 order by 1`,
    [accountId],
  );
  return rows.map(({ text }) => text);
};

describe('the positions that a broker’s file states', () => {
  it('are stored with its trades in an account of investments, and published', async () => {
    const { accountId } = await intoNewAccount(statement('20260331', { A1: '10', B2: '4' }));
    expect(await held(accountId)).toEqual(['B2 4', 'EXMP 10']);
    expect(
      await fixture.rows(
        `select profile->>'account_category' as category from financial_accounts where id = $1`,
        [accountId],
      ),
    ).toEqual([{ category: 'INVESTMENT' }]);
    expect(
      await fixture.rows(
        `select document->'trade'->>'activity_type' as type from transactions where account_id = $1`,
        [accountId],
      ),
    ).toEqual([{ type: 'BUY' }]);
    const published = fixture
      .events(HoldingsSnapshottedV1)
      .filter(({ financialAccountId }) => financialAccountId === accountId);
    expect(published).toMatchObject([{ version: 1, changed: true, parts: 1 }]);
  });

  it('are those of the newest file, in whatever order the files come, and go with it when it is undone', async () => {
    const march = await intoNewAccount(statement('20260331', { A1: '10' }));
    const { accountId } = march;
    const later = await imports.import(statement('20260430', { A1: '12' }), accountId, 'april.qfx');
    await imports.import(statement('20260228', { A1: '8' }), accountId, 'february.qfx');
    expect(await held(accountId)).toEqual(['EXMP 12']);
    await imports.undo(later.id);
    expect(await held(accountId)).toEqual(['EXMP 10']);
    await imports.undo(march.importId);
    expect(await held(accountId)).toEqual(['EXMP 8']);
  });

  it('are removed with the only file that states them', async () => {
    const { accountId, importId } = await intoNewAccount(statement('20260331', { A1: '10' }));
    await imports.undo(importId);
    expect(await held(accountId)).toEqual([]);
  });
});
