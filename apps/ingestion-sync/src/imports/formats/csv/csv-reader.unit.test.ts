import { readFile, short } from '../../../../test/imports/reading';

describe('CSV', () => {
  it('reads a German export: lines before the names, decimal comma, Windows-1252', async () => {
    const text = `"Kontonummer:";"DE89370400440532013000 / Girokonto";

"Kontostand vom 31.01.2026:";"1.234,56 EUR";
"Buchungstag";"Wertstellung";"Buchungstext";"Auftraggeber / Begünstigter";"Verwendungszweck";"Kontonummer";"Betrag (EUR)";
"30.01.2026";"31.01.2026";"Lastschrift";"Müller GmbH";"Miete ""Januar""
zweite Zeile";"DE02120300000000202051";"-1.234,56";
"15.01.2026";"15.01.2026";"Gutschrift";"Arbeitgeber";"Lohn";"DE02500105170137075030";"2.000,00";
`;
    const file = await readFile(Buffer.from(text, 'latin1'));
    expect(file.reading.csv).toMatchObject({
      encoding: 'windows-1252',
      delimiter: ';',
      decimalMark: ',',
      dateOrder: 'DMY',
      skipRows: 4,
    });
    expect(file.accounts).toEqual([
      { key: '', iban: 'DE89370400440532013000', number: null, bank: null, name: null, currency: 'EUR' },
    ]);
    expect(short(file)).toEqual(['2026-01-30 -1234.56 EUR', '2026-01-15 2000.00 EUR']);
    expect(file.entries.map(({ line }) => line)).toEqual([5, 7]);
    expect(file.entries[0]?.document).toMatchObject({
      value_date: '2026-01-31',
      creditor: { name: 'Müller GmbH', iban: 'DE02120300000000202051' },
      remittance_information: { unstructured: 'Miete "Januar"\nzweite Zeile' },
    });
    expect(file.entries[1]?.document.debtor?.name).toBe('Arbeitgeber');
  });

  it.each([
    ['English', 'Date,Description,Amount\n01/31/2026,Coffee,-4.50\n', 'MDY'],
    [
      'English, debit and credit',
      'Transaction Date,Details,Debit,Credit,Balance\n31/01/2026,Coffee,4.50,,10\n',
      'DMY',
    ],
    [
      'French',
      'Date opération;Date valeur;Libellé;Débit euros;Crédit euros\n31/01/2026;31/01/2026;Café;4,50;\n',
      'DMY',
    ],
    ['Spanish', 'Fecha;Concepto;Importe;Saldo\n31/01/2026;Café;-4,50;1.000,00\n', 'DMY'],
    [
      'Dutch',
      '"Datum","Naam / Omschrijving","Rekening","Tegenrekening","Code","Af Bij","Bedrag (EUR)","Mutatiesoort","Mededelingen"\n"20260131","Cafe","NL91ABNA0417164300","","BA","Af","4,50","Betaalautomaat","x"\n',
      'YMD',
    ],
    [
      'Polish',
      'Data operacji;Opis operacji;Kwota;Saldo po operacji\n2026-01-31;Kawa;-4,50 PLN;10,00 PLN\n',
      'YMD',
    ],
    [
      'Czech',
      'Datum;Objem;Měna;Protiúčet;Název protiúčtu;Zpráva pro příjemce\n31.01.2026;-4,50;CZK;123;Kavárna;x\n',
      'DMY',
    ],
    [
      'Swedish',
      'Bokföringsdag;Belopp;Avsändare;Mottagare;Namn;Rubrik;Saldo;Valuta\n2026/01/31;-4,50;;;;Kaffe;10,00;SEK\n',
      'YMD',
    ],
    [
      'Italian',
      'Data contabile;Data valuta;Descrizione;Dare;Avere\n31/01/2026;31/01/2026;Bar;4,50;\n',
      'DMY',
    ],
    ['Portuguese', 'Data Mov.;Data Valor;Descrição;Montante\n31-01-2026;31-01-2026;Café;-4,50\n', 'DMY'],
    ['no names at all', '2026-01-31,-4.50,Coffee\n2026-01-30,-4.50,Tea\n', 'YMD'],
  ])('finds the columns of a file in %s', async (_, text, dateOrder) => {
    const file = await readFile(text);
    expect(short(file)[0]).toMatch(/^2026-01-31 -4\.50?/);
    expect(file.reading.csv?.dateOrder).toBe(dateOrder);
    expect(file.unreadable).toEqual([]);
    const { document } = file.entries[0] ?? {};
    expect([document?.remittance_information?.unstructured, document?.creditor?.name].join()).toMatch(/\w/);
  });

  it.each([
    ['utf-16le', Buffer.from('\ufeffDate;Payee;Amount\n2026-01-31;Café;1,50\n', 'utf16le')],
    ['utf-16be', Buffer.from('\ufeffDate;Payee;Amount\n2026-01-31;Café;1,50\n', 'utf16le').swap16()],
    ['utf-8', Buffer.from('\ufeffDate;Payee;Amount\n2026-01-31;Café;1,50\n')],
    ['utf-8', Buffer.from('Date;Payee;Amount\n2026-01-31;Café;1,50\n')],
    ['windows-1252', Buffer.from('Date;Payee;Amount\n2026-01-31;Café;1,50\n', 'latin1')],
  ])('reads %s', async (encoding, bytes) => {
    const file = await readFile(bytes);
    expect(file.reading.csv?.encoding).toBe(encoding);
    expect(file.entries[0]?.document.debtor?.name).toBe('Café');
  });

  it('decides between day and month by the order of the rows where each could be both', async () => {
    const file = await readFile(
      'Date,Description,Amount\n05/03/2026,a,1.00\n05/04/2026,b,1.00\n05/05/2026,c,1.00\n',
    );
    expect(short(file).map((line) => line.slice(0, 10))).toEqual(['2026-05-03', '2026-05-04', '2026-05-05']);
    const british = await readFile(
      'Date,Description,Amount\n03/05/2026,a,1.00\n04/05/2026,b,1.00\n05/05/2026,c,1.00\n',
    );
    expect(short(british)[0]).toMatch('2026-05-03');
  });

  it('sets rows apart that are no entries, and never takes cents for thousands', async () => {
    const file = await readFile(
      'Datum;Text;Betrag\n31.01.2026;a;1,50\n31.02.2026;b;1,50\n31.01.2026;c;12.50\n;Summe;\n\n31.01.2026;d;2,00\n',
    );
    expect(file.entries.map(({ line }) => line)).toEqual([2, 7]);
    expect(file.unreadable).toEqual([
      { line: 3, reason: 'The date is not a day that exists.' },
      { line: 4, reason: 'The amount is not a number.' },
    ]);
    expect(file.leftOut).toEqual([{ line: 5, reason: 'The row is a total.' }]);
  });

  it('reads pending rows as such, and leaves out rows that were never booked', async () => {
    const file = await readFile(
      'Date,Description,Amount,State\n2026-01-31,a,1.00,COMPLETED\n2026-01-31,b,1.00,PENDING\n2026-01-31,c,1.00,REVERTED\n',
    );
    expect(file.entries.map(({ booked }) => booked)).toEqual([true, false]);
    expect(file.unreadable).toEqual([]);
    expect(file.leftOut).toEqual([{ line: 4, reason: 'The row says that this was never booked.' }]);
  });

  it('reads a file of several accounts by the column that names them', async () => {
    const file = await readFile(
      'IBAN/BBAN;Munt;Datum;Bedrag;Naam tegenpartij\nNL91ABNA0417164300;EUR;2026-01-31;+1,00;a\nNL02ABNA0123456789;EUR;2026-01-31;-2,00;b\n',
    );
    expect(file.accounts.map(({ iban }) => iban)).toEqual(['NL91ABNA0417164300', 'NL02ABNA0123456789']);
  });

  it('refuses a file whose quote is not closed', async () => {
    await expect(
      readFile('Date,Description,Amount\n2026-01-31,x,1.00\n2026-01-31,"a,1.00\n2026-01-31,b,2.00\n'),
    ).rejects.toThrow('A quote is not closed (line 3)');
  });

  it('refuses a quote that is not closed before the first entry too', async () => {
    const how = {
      format: 'CSV',
      csv: (await readFile('Date,Description,Amount\n2026-01-31,x,1.00\n')).reading.csv,
    } as const;
    await expect(readFile('Date,"Description,Amount\n2026-01-31,x,1.00\n', { how })).rejects.toThrow(
      'A quote is not closed',
    );
  });

  it('reads by what the user corrected', async () => {
    const text = 'a,b,c\n01/02/2026,x,5\n';
    const columns = ['booking_date', 'description', 'amount'] as const;
    const csv = {
      encoding: 'utf-8',
      delimiter: ',',
      decimalMark: '.',
      dateOrder: 'MDY',
      skipRows: 1,
      columns,
      turnSigns: false,
      noMovementWords: [],
    } as const;
    expect(short(await readFile(text, { how: { format: 'CSV', csv } }))).toEqual(['2026-01-02 5 XXX']);
  });
});
