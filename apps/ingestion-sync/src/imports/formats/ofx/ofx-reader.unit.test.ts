import { readFile, short } from '../../../../test/imports/reading';

const HEADER = `OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

`;
const ACCOUNT = '<BANKACCTFROM><BANKID>123456789<ACCTID>000111<ACCTTYPE>CHECKING</BANKACCTFROM>';
const sgml = (entries: string, account = ACCOUNT): string =>
  `${HEADER}<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20260131<LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STMTRS><CURDEF>USD${account}<BANKTRANLIST><DTSTART>20260101<DTEND>20260131
${entries}
</BANKTRANLIST><LEDGERBAL><BALAMT>100.50<DTASOF>20260131120000</LEDGERBAL><AVAILBAL><BALAMT>90<DTASOF>20260131</AVAILBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
const entry = (fields: string): string => `<STMTTRN>${fields}</STMTTRN>`;
const COFFEE =
  '<TRNTYPE>DEBIT<DTPOSTED>20260115120000[-5:EST]<TRNAMT>-4.5<FITID>T1<CHECKNUM>77<NAME>Caf&eacute; &amp; Bar<MEMO>Two coffees';

describe('OFX', () => {
  it('reads version 1, whose elements have no end tags, with account and balances', async () => {
    const file = await readFile(sgml(entry(COFFEE)));
    expect(file.accounts).toEqual([
      {
        key: '123456789 000111',
        iban: null,
        number: '000111',
        bank: '123456789',
        name: null,
        currency: 'USD',
      },
    ]);
    expect(short(file)).toEqual(['2026-01-15 -4.50 USD']);
    expect(file.entries[0]).toMatchObject({
      bankId: 'T1',
      booked: true,
      line: 13,
      document: {
        creditor: { name: 'Caf&eacute; & Bar' },
        remittance_information: { unstructured: 'Two coffees' },
        external_identifiers: { institution_transaction_id: 'T1', check_id: '77' },
      },
    });
    expect(file.balances.map(({ kind, amount, date }) => [kind, amount, date])).toEqual([
      ['CLOSING', '100.50', '2026-01-31'],
      ['AVAILABLE', '90.00', '2026-01-31'],
    ]);
    expect(file.unreadable).toEqual([]);
  });

  it('reads version 2, which is XML, and the same with end tags in a file of version 1', async () => {
    const closed =
      '<STMTTRN>\r\n<TRNAMT>-4,50</TRNAMT>\r\n<DTPOSTED>20260115</DTPOSTED><FITID>T1</FITID><MEMO></MEMO><NAME>A</NAME></STMTTRN>';
    const xml = `<?xml version="1.0" encoding="UTF-8"?><?OFX OFXHEADER="200" VERSION="211"?><OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR</CURDEF><BANKACCTFROM><ACCTID>DE89370400440532013000</ACCTID></BANKACCTFROM><BANKTRANLIST>${closed}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
    const file = await readFile(xml);
    expect(file.accounts[0]).toMatchObject({ iban: 'DE89370400440532013000', number: null });
    expect(short(file)).toEqual(['2026-01-15 -4.50 EUR']);
    expect(short(await readFile(sgml(closed)))).toEqual(['2026-01-15 -4.50 USD']);
  });

  it('reads each statement with its own account and currency, credit cards and investments too', async () => {
    const statement = (tag: string, account: string, currency: string, amount: string): string =>
      `<${tag}><CURDEF>${currency}${account}<BANKTRANLIST>${entry(`<DTPOSTED>20260102<TRNAMT>${amount}<FITID>1`)}</BANKTRANLIST></${tag}>`;
    const file = await readFile(
      `${HEADER}<OFX>${statement('STMTRS', ACCOUNT, 'USD', '1.00')}
      ${statement('CCSTMTRS', '<CCACCTFROM><ACCTID>4111</CCACCTFROM>', 'CAD', '-2.00')}
      <INVSTMTRS><CURDEF>GBP<INVACCTFROM><BROKERID>b.example<ACCTID>9</INVACCTFROM><INVTRANLIST><BUYSTOCK><INVBUY><INVTRAN><FITID>8<DTTRADE>20260102</INVTRAN></INVBUY></BUYSTOCK><INVBANKTRAN>${entry('<DTPOSTED>20260103<TRNAMT>3')}<SUBACCTFUND>CASH</INVBANKTRAN></INVTRANLIST></INVSTMTRS></OFX>`,
    );
    expect(
      file.entries.map(({ accountKey, document }) => [accountKey, document.amount, document.currency]),
    ).toEqual([
      ['123456789 000111', '1.00', 'USD'],
      ['4111', '-2.00', 'CAD'],
      ['b.example 9', '3.00', 'GBP'],
    ]);
    expect(file.unreadable).toEqual([{ line: 13, reason: 'Trades of securities are not imported.' }]);
  });

  it('reads pending entries as not booked, and gives them no id', async () => {
    const file = await readFile(
      sgml('<STMTTRNP><TRNTYPE>DEBIT<DTTRAN>20260120<TRNAMT>-3.00<NAME>Shop</STMTTRNP>'),
    );
    expect(file.entries[0]).toMatchObject({
      booked: false,
      bankId: null,
      document: { value_date: '2026-01-20', booking_date: null },
    });
  });

  it('reads the currency of an entry, and what an amount was before the bank converted it', async () => {
    const file = await readFile(
      sgml(
        entry('<DTPOSTED>20260102<TRNAMT>-5<CURRENCY><CURRATE>1.1<CURSYM>EUR</CURRENCY>') +
          entry('<DTPOSTED>20260102<TRNAMT>-6<ORIGCURRENCY><CURRATE>1.2<CURSYM>GBP</ORIGCURRENCY>'),
      ),
    );
    expect(short(file)).toEqual(['2026-01-02 -5.00 EUR', '2026-01-02 -6.00 USD']);
    expect(file.entries[1]?.document.currency_exchange).toEqual({
      source_currency: 'GBP',
      exchange_rate: '1.2',
      target_currency: 'USD',
    });
  });

  it.each([
    ['no amount', '<DTPOSTED>20260102<FITID>1'],
    ['a date that does not exist', '<DTPOSTED>20260231<TRNAMT>1'],
    ['an amount that is no number', '<DTPOSTED>20260102<TRNAMT>1.2.3x'],
  ])('sets an entry apart that has %s, and reads its neighbours', async (_, fields) => {
    const file = await readFile(sgml(`${entry(fields)}\n${entry(COFFEE)}`));
    expect(short(file)).toEqual(['2026-01-15 -4.50 USD']);
    expect(file.unreadable).toEqual([{ line: 13, reason: expect.any(String) as string }]);
  });

  it('reads entries whose end tag is missing, and says where a file ends within one', async () => {
    const file = await readFile(
      sgml(`<STMTTRN><DTPOSTED>20260102<TRNAMT>1\n<STMTTRN><DTPOSTED>20260103<TRNAMT>2`),
    );
    expect(short(file)).toEqual(['2026-01-02 1.00 USD', '2026-01-03 2.00 USD']);
    const short_ = await readFile(sgml(entry(COFFEE)).split('<FITID>')[0] ?? '');
    expect(short_.entries).toEqual([]);
    expect(short_.unreadable).toEqual([{ line: 13, reason: 'The file ends within this entry.' }]);
  });

  it('reads UTF-8 and Windows-1252 whichever the header names', async () => {
    const text = sgml(entry(COFFEE.replace('Caf&eacute; &amp; Bar', 'Café €')));
    const windows = Buffer.from(text.replace('€', '\u0080'), 'latin1');
    for (const bytes of [Buffer.from(text), windows]) {
      expect((await readFile(bytes)).entries[0]?.document.creditor?.name).toBe('Café €');
    }
  });

  it('takes an id of zeros, as some banks give every entry, for none', async () => {
    const file = await readFile(sgml(entry('<DTPOSTED>20260102<TRNAMT>1<FITID>0000')));
    expect(file.entries[0]?.bankId).toBeNull();
  });

  it('refuses declared entities', async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE OFX [<!ENTITY a "aaaa">]><OFX><STMTTRN><NAME>&a;</NAME></STMTTRN></OFX>`;
    await expect(readFile(bomb)).rejects.toThrow(
      'The file declares entities or a document type, which is not read.',
    );
  });
});
