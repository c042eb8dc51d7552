import { readFile, short } from '../../../../../test/imports/reading';

const IBANS = ['DE02120300000000202051', 'NL91ABNA0417164300', 'BE68539007547034'];

describe('names, texts and accounts of a CSV file', () => {
  it("keep one account together where a column named like the own account has the other side's", async () => {
    const file = await readFile(
      [
        'Data operacji;Nadawca/Odbiorca;Numer konta;Kwota;Saldo po operacji',
        `2026-03-01;Piekarnia;${IBANS[0]};-10,00;90,00`,
        `2026-03-02;Kino;${IBANS[1]};-20,00;70,00`,
        '2026-03-03;Bankomat;;-30,00;40,00',
        `2026-03-04;Piekarnia;${IBANS[0]};-5,00;35,00`,
        `2026-03-05;Pensja;${IBANS[2]};500,00;535,00`,
      ].join('\n'),
    );
    expect(file.accounts).toHaveLength(1);
    expect(file.entries[0]?.document.creditor).toEqual({ name: 'Piekarnia', iban: IBANS[0] });
  });

  it('keep one account together where it paid in several currencies', async () => {
    const file = await readFile(
      'Date,Payee,Payment reference,Amount (EUR),Amount (Foreign Currency),Type Foreign Currency\n' +
        '2026-03-01,Shop,a,-10.00,-10.00,EUR\n2026-03-02,Diner,b,-9.50,-10.30,USD\n2026-03-03,Job,c,2000.00,2000.00,EUR\n',
    );
    expect(file.accounts).toHaveLength(1);
    expect(short(file)).toEqual(['2026-03-01 -10.00 EUR', '2026-03-02 -9.50 EUR', '2026-03-03 2000.00 EUR']);
  });

  it('take the name of the other side where their own stands in each row', async () => {
    const file = await readFile(
      'Rekeningnummer;Naam;Datum;Bedrag;Naam tegenpartij;Mededeling\n' +
        'x1;J. Muster;01/03/2026;-10,00;Bakker;brood\nx1;J. Muster;02/03/2026;-20,00;Kino;film\n' +
        'x1;J. Muster;13/03/2026;30,00;Werk;loon\n',
    );
    expect(file.entries.map(({ document }) => document.creditor?.name ?? document.debtor?.name)).toEqual([
      'Bakker',
      'Kino',
      'Werk',
    ]);
  });

  it('read no address of a mailbox as a name', async () => {
    const file = await readFile(
      'Datum,Name,Typ,Status,Währung,Netto,Absender-E-Mail-Adresse\n' +
        '01.03.2026,Muster GmbH,Zahlung erhalten,Abgeschlossen,EUR,"12,00",a@example.org\n' +
        '14.03.2026,Adobe,Zahlung,Abgeschlossen,EUR,"-5,00",b@example.org\n',
    );
    expect(file.entries[0]?.document.debtor?.name).toBe('Muster GmbH');
  });

  it('keep what a second column of the same kind says, and all kinds of payment where nothing else is said', async () => {
    const commerzbank = await readFile(
      'Buchungstag;Wertstellung;Umsatzart;Buchungstext;Betrag;Währung\n' +
        '01.03.2026;01.03.2026;Lastschrift;Rechnung 17;-10,00;EUR\n14.03.2026;14.03.2026;Gutschrift;Lohn März;900,00;EUR\n',
    );
    expect(commerzbank.entries[0]?.document.remittance_information?.unstructured).toContain('Rechnung 17');
    const knab = await readFile(
      'Boekdatum;Bedrag;Tegenrekeningnummer;Tegenrekeninghouder;Omschrijving\n' +
        `01-03-2026;-10,00;${IBANS[1]};J. de Vries;huur\n14-03-2026;-20,00;${IBANS[2]};Bakker;brood\n`,
    );
    expect(JSON.stringify(knab.entries[0]?.document)).toContain('J. de Vries');
  });

  it('read a letter in brackets behind an amount as its direction', async () => {
    const file = await readFile(
      'Date,Narration,Chq/Ref No,Withdrawal (Dr)/Deposit (Cr),Balance\n' +
        '01-03-2026,Shop,1,"1,000.00(Dr)","4,000.00(Cr)"\n02-03-2026,Job,2,500.00(Cr),"4,500.00(Cr)"\n' +
        '14-03-2026,Cafe,3,20.50(Dr),"4,479.50(Cr)"\n',
    );
    expect(short(file).map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      '2026-03-01 -1000.00',
      '2026-03-02 500.00',
      '2026-03-14 -20.50',
    ]);
  });
});
