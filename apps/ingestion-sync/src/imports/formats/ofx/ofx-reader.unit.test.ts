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
        key: '123456789 000111 USD',
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
        creditor: { name: 'Café & Bar' },
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
      ['123456789 000111 USD', '1.00', 'USD'],
      ['4111 CAD', '-2.00', 'CAD'],
      ['b.example 9 GBP', '3.00', 'GBP'],
    ]);
    expect(file.unreadable).toEqual([{ line: 13, reason: 'The entry has no total.' }]);
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

  it.each([
    ['a bare mark', 'A & B and x < y', 'A & B and x < y'],
    ['a word in brackets', 'SMITH <JONES> LTD', 'SMITH <JONES> LTD'],
    ['an address in brackets', 'Tom <tom@shop.example> & Co', 'Tom <tom@shop.example> & Co'],
    ['an open bracket at its end', 'five <six', 'five <six'],
    ['markup of other kinds', 'a <b>bold</b> word', 'a <b>bold</b> word'],
    ['entities of HTML', 'B&uuml;cher &copy; &#8364;5', 'Bücher © €5'],
    ['what only looks like an entity', 'A&B; &nothing; &COPY', 'A&B; &nothing; &COPY'],
  ])('keeps %s as part of a text, in both versions', async (_, text, name) => {
    for (const end of ['', '</NAME>']) {
      const file = await readFile(
        sgml(entry(`<DTPOSTED>20260102<TRNAMT>1<FITID>1<NAME>${text}${end}\n<MEMO>behind`)),
      );
      expect(file.entries[0]?.document).toMatchObject({
        debtor: { name },
        remittance_information: { unstructured: 'behind' },
      });
    }
  });

  it('reads a text of many open brackets in linear time', async () => {
    const text = '<a '.repeat(100_000);
    const file = await readFile(
      sgml(`${entry(`<DTPOSTED>20260102<TRNAMT>1<NAME>${text}`)}\n${entry(COFFEE)}`),
    );
    expect(file.unreadable.map(({ reason }) => reason)).toEqual(['A field is too long.']);
    expect(short(file)).toEqual(['2026-01-15 -4.50 USD']);
  });

  it.each([
    ['the root', sgml(entry(COFFEE)).replaceAll(/<\/?OFX>/g, '')],
    ['everything around its list', `${HEADER}<BANKTRANLIST>${entry(COFFEE)}</BANKTRANLIST>`],
    ['the header too', `<BANKTRANLIST>${entry(COFFEE)}</BANKTRANLIST>`],
  ])('reads a file that leaves out %s', async (_, text) => {
    const file = await readFile(text, { name: 'export.qfx' });
    expect(file.reading.format).toBe('OFX');
    expect(file.entries.map(({ document }) => document.amount)).toHaveLength(1);
    expect(file.entries[0]?.document.amount).toMatch(/^-4\.50?$/);
  });

  describe('how amounts are signed', () => {
    const rows = (...all: [type: string, amount: string][]): string =>
      all.map(([type, amount]) => entry(`<TRNTYPE>${type}<DTPOSTED>20260102<TRNAMT>${amount}`)).join('');
    const card = (entries: string): string =>
      sgml(entries, '<CCACCTFROM><ACCTID>4111</CCACCTFROM>').replaceAll('STMTRS>', 'CCSTMTRS>');
    const read = async (text: string) => {
      const file = await readFile(text);
      return [
        ...file.entries.map(({ document }) => document.amount),
        ...file.unreadable.map(() => 'unreadable'),
      ];
    };

    it('is said by the kinds of entries where nothing on a card has a sign', async () => {
      const entries = rows(['DEBIT', '25.00'], ['CREDIT', '100.00'], ['POS', '9.99'], ['OTHER', '1.00']);
      expect(await read(card(entries))).toEqual(['-25.00', '100.00', '-9.99', 'unreadable']);
      const { balances, leftOut } = await readFile(card(entries));
      expect(balances.map(({ kind }) => kind)).toEqual(['AVAILABLE']);
      expect(leftOut.map(({ reason }) => reason)).toEqual([
        'The file does not say whether the balance is owed.',
      ]);
    });

    it('is turned round where all of a card’s purchases have none and all payments have one', async () => {
      expect(await read(card(rows(['DEBIT', '25.00'], ['CREDIT', '-100.00'], ['OTHER', '2.00'])))).toEqual([
        '-25.00',
        '100.00',
        '-2.00',
      ]);
    });

    it.each([
      ['one purchase has a sign', card(rows(['DEBIT', '25.00'], ['CREDIT', '100.00'], ['DEBIT', '-9.99']))],
      ['all are of one kind', card(rows(['DEBIT', '25.00'], ['DEBIT', '100.00'], ['DEBIT', '9.99']))],
      [
        'a bank has one such entry among deposits',
        sgml(rows(['DEBIT', '25.00'], ['CREDIT', '100.00'], ['DEP', '9.99'])),
      ],
    ])('stays as the file has it where %s', async (_, text) => {
      expect((await read(text)).slice(0, 2)).toEqual(['25.00', '100.00']);
    });

    it('is found for each statement by itself', async () => {
      const first = card(rows(['DEBIT', '25.00'], ['CREDIT', '1.00'])).replace('</OFX>', '');
      const second = `<STMTRS><CURDEF>USD${ACCOUNT}<BANKTRANLIST>${rows(['DEBIT', '-3.00'], ['CREDIT', '4.00'])}</BANKTRANLIST></STMTRS></OFX>`;
      expect(await read(first + second)).toEqual(['-25.00', '1.00', '-3.00', '4.00']);
    });
  });

  it('keeps accounts of one number in two currencies apart', async () => {
    const statement = (currency: string) =>
      `<STMTRS><CURDEF>${currency}${ACCOUNT}<BANKTRANLIST>${entry(COFFEE)}</BANKTRANLIST></STMTRS>`;
    const file = await readFile(
      `${HEADER}<OFX>${statement('USD')}${statement('CAD')}${statement('USD')}</OFX>`,
    );
    expect(file.accounts.map(({ key, currency }) => [key, currency])).toEqual([
      ['123456789 000111 USD', 'USD'],
      ['123456789 000111 CAD', 'CAD'],
    ]);
    expect(file.entries.map(({ document }) => document.currency)).toEqual(['USD', 'CAD', 'USD']);
  });

  it.each([
    ['an amount on hold', '<TRNTYPE>HOLD<NAME>Hotel', 'The amount is only on hold.'],
    ['an opening balance', '<TRNTYPE>OTHER<MEMO>Saldo Anterior', 'It is an opening balance, no movement.'],
    ['a balance', '<TRNTYPE>OTHER<NAME>S A L D O', 'It is a balance, no movement.'],
    [
      'a correction',
      '<CORRECTFITID>1<CORRECTACTION>DELETE',
      'The bank takes back an entry of an earlier file: delete that one.',
    ],
  ])('leaves out %s, and says so', async (_, fields, reason) => {
    const file = await readFile(sgml(`${entry(`<DTPOSTED>20260110<TRNAMT>9${fields}`)}\n${entry(COFFEE)}`));
    expect(short(file)).toEqual(['2026-01-15 -4.50 USD']);
    expect(file.leftOut).toEqual([{ line: 13, reason }]);
    expect(file.unreadable).toEqual([]);
  });

  it.each([
    ['REPLACE', ['2026-01-11 -5.00 USD'], ['A later entry of the file corrects it.']],
    ['DELETE', [], ['A later entry of the file corrects it.', 'It takes back another entry of the file.']],
  ])('counts a payment once that the bank corrects in the same file: %s', async (action, rows, reasons) => {
    const file = await readFile(
      sgml(
        entry('<DTPOSTED>20260110<TRNAMT>-4<FITID>A1') +
          entry(`<DTPOSTED>20260111<TRNAMT>-5<FITID>A2<CORRECTFITID>A1<CORRECTACTION>${action}`),
      ),
    );
    expect(short(file)).toEqual(rows);
    expect(file.leftOut.map(({ reason }) => reason)).toEqual(reasons);
  });

  it('takes a payment whose purpose is called like a balance for a payment', async () => {
    const file = await readFile(sgml(entry('<DTPOSTED>20260110<TRNAMT>-9<NAME>Caterer<MEMO>Saldo final')));
    expect(short(file)).toEqual(['2026-01-10 -9.00 USD']);
  });

  it('leaves out a balance of a day before the last entry', async () => {
    const file = await readFile(sgml(entry(COFFEE)).replace('20260131120000', '20260114'));
    expect(file.balances.map(({ kind }) => kind)).toEqual(['AVAILABLE']);
    expect(file.leftOut.map(({ reason }) => reason)).toEqual([
      'The balance is of a day before the last entry.',
    ]);
  });

  it('leaves out a balance of a day that banks fill in where they have none', async () => {
    const file = await readFile(sgml(entry(COFFEE)).replaceAll('20260131', '19000101'));
    expect(file.balances).toEqual([]);
    expect(file.unreadable).toEqual([]);
    expect(file.leftOut.map(({ reason }) => reason)).toEqual([
      'The day of the balance is not a day that exists.',
      'The day of the balance is not a day that exists.',
    ]);
  });

  it('stores the day of the purchase beside the others', async () => {
    const [first, second] = (
      await readFile(
        sgml(entry(`${COFFEE}<DTUSER>20260113`) + entry(`${COFFEE}<DTUSER>20260113<DTAVAIL>20260116`)),
      )
    ).entries;
    expect(first?.document).toMatchObject({ booking_date: '2026-01-15', value_date: '2026-01-13' });
    expect(second?.document).toMatchObject({
      booking_date: '2026-01-15',
      value_date: '2026-01-16',
      additional_data_structured: '{"purchase_date":"2026-01-13"}',
    });
  });
});
