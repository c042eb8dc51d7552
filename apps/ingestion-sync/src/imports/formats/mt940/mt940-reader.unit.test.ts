import { readFile, short } from '../../../../test/imports/reading';

const message = (
  entries: string,
  account = '10020030/1234567',
): string => `{1:F01BANKDEFF0000000000}{2:I940X}{4:
:20:STARTUMS
:25:${account}
:28C:1/1
:60F:C260101EUR1000,00
${entries}
:62F:D260131EUR1,5
:64:C260131EUR10,
:86:of the statement, not of an entry
-}
`;

describe('MT940', () => {
  it('reads account, balances, and entries with the numbered information of German banks', async () => {
    const file = await readFile(
      message(`:61:2601160115DR12,50N005KREF//BANKREF
/OCMT/EUR12,50
:86:105?00FOLGELASTSCHRIFT?109310?20EREF+E2E-1?21MREF+M-77?22CRED+DE98ZZZ0
9999999999?23SVWZ+Rechnung 12345 vom 12.?2401.2026 und mehr?30COBADEFFXXX?31DE02120300000
000202051?32STADTWERKE?33BERLIN?34992`),
    );
    expect(file.accounts).toEqual([
      {
        key: '10020030/1234567 EUR',
        iban: null,
        number: '1234567',
        bank: '10020030',
        name: null,
        currency: 'EUR',
      },
    ]);
    expect(file.balances.map(({ kind, amount, date }) => [kind, amount, date])).toEqual([
      ['OPENING', '1000.00', '2026-01-01'],
      ['CLOSING', '-1.50', '2026-01-31'],
      ['AVAILABLE', '10.00', '2026-01-31'],
    ]);
    expect(short(file)).toEqual(['2026-01-15 -12.50 EUR']);
    expect(file.entries[0]).toMatchObject({
      bankId: 'BANKREF',
      line: 6,
      document: {
        value_date: '2026-01-16',
        creditor: {
          name: 'STADTWERKE BERLIN',
          iban: 'DE02120300000000202051',
          agent: 'COBADEFFXXX',
          id: 'DE98ZZZ09999999999',
        },
        remittance_information: { unstructured: 'Rechnung 12345 vom 12.01.2026 und mehr' },
        additional_information: 'FOLGELASTSCHRIFT\n/OCMT/EUR12,50',
        codes: { bank_transaction_code: 'N005', proprietary_bank_transaction_code: '105' },
        external_identifiers: { end_to_end_id: 'E2E-1', mandate_id: 'M-77', entry_reference: 'KREF' },
      },
    });
  });

  it.each([
    [
      '/TRTP/SEPA OVERBOEKING/IBAN/NL91ABNA0417164300/BIC/ABNANL2A/NAME/J. JANSEN/REMI/Huur januari/EREF/NOTPROVIDED',
      'Huur januari',
    ],
    ['/EREF/E1//CNTP/NL91ABNA0417164300/ABNANL2A/J. JANSEN///REMI/USTD//Huur januari/', 'Huur januari'],
  ])('reads the words in slashes of Dutch banks: %s', async (information, purpose) => {
    const file = await readFile(
      message(`:61:260115C1,00NTRFNONREF\n:86:${information}`, 'NL02ABNA0123456789EUR'),
    );
    expect(file.accounts[0]).toMatchObject({ iban: 'NL02ABNA0123456789', number: null });
    expect(file.entries[0]?.document).toMatchObject({
      debtor: { name: 'J. JANSEN', iban: 'NL91ABNA0417164300', agent: 'ABNANL2A' },
      remittance_information: { unstructured: purpose },
    });
  });

  it('reads information that has no form as it is, line by line', async () => {
    const file = await readFile(message(':61:260115C1,NMSC\n:86:CASH PAYMENT\nSHOP 12'));
    expect(file.entries[0]?.document.remittance_information?.unstructured).toBe('CASH PAYMENT\nSHOP 12');
  });

  it('reads reversals, and entries without information or at the turn of the year', async () => {
    const file = await readFile(
      message(':61:2601021231D1,00NTRF\n:61:260102RD2,00NTRF\n:61:260102RC3,00NTRF\n:61:2601020230C4,00NTRF'),
    );
    expect(short(file)).toEqual([
      '2025-12-31 -1.00 EUR',
      '2026-01-02 2.00 EUR',
      '2026-01-02 -3.00 EUR',
      '2026-01-02 4.00 EUR',
    ]);
  });

  it('reads 30 February, the value date of banks whose months have 30 days, as no value date', async () => {
    const [entry] = (await readFile(message(':61:2602300302D6,00NTRF'))).entries;
    expect(entry?.document).toMatchObject({ booking_date: '2026-03-02', value_date: null });
  });

  it('reads several statements, each with its account', async () => {
    const file = await readFile(message(':61:260115C1,00NTRF', 'A1') + message(':61:260115C2,00NTRF', 'B2'));
    expect(file.entries.map(({ accountKey, document }) => [accountKey, document.amount])).toEqual([
      ['A1 EUR', '1.00'],
      ['B2 EUR', '2.00'],
    ]);
  });

  it('takes the entries of MT942 for pending', async () => {
    const text =
      ':20:X\n:25:DE89370400440532013000\n:28C:1\n:34F:EUR0,\n:13D:2601151200+0100\n:61:260115C1,00NTRF//R1\n-\n';
    const [entry] = (await readFile(text)).entries;
    expect(entry).toMatchObject({ booked: false, bankId: null, document: { value_date: '2026-01-15' } });
  });

  it('sets entries apart that cannot be read, and reads their neighbours', async () => {
    const file = await readFile(message(':61:260231C1,00NTRF\n:86:x\n:61:26011\n:61:260115C2,00NTRF'));
    expect(short(file)).toEqual(['2026-01-15 2.00 EUR']);
    expect(file.unreadable).toEqual([
      { line: 6, reason: 'The date is not a day that exists.' },
      { line: 8, reason: 'The line of the entry has not the form of MT940.' },
    ]);
  });

  it.each([
    ['four blanks', '260115    D20,50NTRF'],
    ['strokes', '260115----D20,50NTRF'],
    ['zeros', '2601150000D20,50NTRF'],
    ['nothing', '260115D20,50NTRF'],
  ])('takes the value date where the entry date is %s', async (_, line) => {
    expect(short(await readFile(message(`:61:${line}`)))).toEqual(['2026-01-15 -20.50 EUR']);
  });

  it('keeps all texts where an entry has several :86:', async () => {
    const line = ':61:2601150115D20,50NTRF\n';
    const free = await readFile(message(`${line}:86:first\n:86:second`));
    expect(free.entries[0]?.document.remittance_information?.unstructured).toBe('first\nsecond');
    const mixed = await readFile(message(`${line}:86:105?00FEE?20Card?32BANK\n:86:of the year`));
    expect(mixed.entries[0]?.document).toMatchObject({
      creditor: { name: 'BANK' },
      remittance_information: { unstructured: 'Card\nof the year' },
    });
  });

  it.each([
    ['a number that no part has', '105?20Wie viel?40 Euro?21Danke', 'Wie viel?40 Euro Danke'],
    ['a number that was there already', '105?20Was?20 Uhr?21nein', 'Was?20 Uhr nein'],
    ['a sign and a number in front', '#20 INVOICES', '#20 INVOICES'],
    ['text in front of a keyword', '105?20Miete Mai EREF+E1 SVWZ+Wohnung 3', 'Miete Mai Wohnung 3'],
    ['a keyword in a sentence', 'Please use IBAN+BIC next time', 'Please use IBAN+BIC next time'],
    ['a text with a reference behind it', 'Lastschrift EREF+E1', 'Lastschrift'],
    ['a short word in slashes', '/NAME/Shop/REMI/INV/ID/12/BO/7', 'INV/ID/12/BO/7'],
    ['a word in slashes that was there already', '/NAME/Shop/REMI/for/NAME/Ann', 'for/NAME/Ann'],
    ['a text in front of the first word', '/ABC/Gift/NAME/Shop/REMI/Toys', 'ABC/Gift\nToys'],
    ['words in slashes that are none', '/ABC/Gift/DEF', '/ABC/Gift/DEF'],
  ])('keeps %s as text', async (_, information, text) => {
    const file = await readFile(message(`:61:2601150115D20,50NTRF\n:86:${information}`));
    expect(file.entries[0]?.document.remittance_information?.unstructured).toBe(text);
  });

  it('keeps a time of day at the beginning of a line as text', async () => {
    const file = await readFile(message(':61:2601150115D20,50NTRF\n:86:Meeting at\n:12:30 in town'));
    expect(file.entries[0]?.document.remittance_information?.unstructured).toBe('Meeting at\n:12:30 in town');
  });

  it('reads a :86: that has the code only, and another with the parts', async () => {
    const file = await readFile(
      message(':61:2601150115D20,50NTRF\n:86:073\n:86:073~00VE07\n~20Card\n~32SHOP'),
    );
    expect(file.entries[0]?.document).toMatchObject({
      creditor: { name: 'SHOP' },
      remittance_information: { unstructured: 'Card' },
      codes: { proprietary_bank_transaction_code: '073' },
    });
  });

  it('keeps for whom a payment is', async () => {
    const file = await readFile(
      message(':61:2601150115D20,50NTRF\n:86:105?20SVWZ+Rent ABWE+Landlord Ltd?32Agency'),
    );
    expect(file.entries[0]?.document).toMatchObject({
      creditor: { name: 'Agency' },
      ultimate_creditor: 'Landlord Ltd',
    });
  });

  describe('balances', () => {
    const page = (number: string, opening: string, entries: string, closing: string): string =>
      `:20:X\n:25:NL91ABNA0417164300\n:28C:${number}\n${opening}\n${entries}\n${closing}\n-\n`;
    const D5 = ':61:2601150115D5,00NTRF';
    const shown = async (text: string) =>
      (await readFile(text)).balances.map(({ kind, amount, statement }) => [kind, amount, statement]);

    it('are the first and the last of a statement of several pages', async () => {
      const pages =
        page('7/1', ':60F:C260101EUR20,00', D5, ':62M:C260115EUR15,00') +
        page('7/2', ':60M:C260115EUR15,00', D5, ':62F:C260115EUR10,00');
      expect(await shown(pages)).toEqual([
        ['OPENING', '20.00', '7/1'],
        ['CLOSING', '10.00', '7/2'],
      ]);
    });

    it('are those of a page where its neighbours are in other files', async () => {
      expect(await shown(page('7/2', ':60M:C260115EUR15,00', D5, ':62M:C260115EUR10,00'))).toEqual([
        ['OPENING', '15.00', '7/2'],
        ['CLOSING', '10.00', '7/2'],
      ]);
    });

    it('are a pair for each statement, debit and credit', async () => {
      const both =
        page('7', ':60F:D260101EUR20,00', D5, ':62F:D260115EUR25,00') +
        page('8', ':60F:D260115EUR25,00', D5, ':62F:D260116EUR30,00');
      expect(await shown(both)).toEqual([
        ['OPENING', '-20.00', '7'],
        ['CLOSING', '-25.00', '7'],
        ['OPENING', '-25.00', '8'],
        ['CLOSING', '-30.00', '8'],
      ]);
    });
  });

  it('keeps accounts of one number in two currencies apart', async () => {
    const usd = message(':61:2601150115D5,00NTRF').replaceAll('EUR', 'USD');
    const file = await readFile(message(':61:2601150115D4,00NTRF') + usd);
    expect(file.accounts.map(({ key }) => key)).toEqual(['10020030/1234567 EUR', '10020030/1234567 USD']);
    expect(file.entries.map(({ accountKey }) => accountKey)).toEqual(file.accounts.map(({ key }) => key));
  });
});
