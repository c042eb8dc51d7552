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
        key: '10020030/1234567',
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
      ['A1', '1.00'],
      ['B2', '2.00'],
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
});
