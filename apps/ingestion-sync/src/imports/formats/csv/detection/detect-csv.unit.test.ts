import { readFile } from '../../../../../test/imports/reading';
import { detectStatement } from '../../detect-statement';
import { fitOf } from './still-fits';

/** A file with its expected amounts and days, and the certainty of its reading. */
interface Layout {
  readonly name: string;
  readonly text: string;
  readonly rows: string;
  readonly certainty: 'PROVEN' | 'BY_NAMES' | 'GUESS';
}

const [OUT_IN_OUT, SIGNED] = ['-12.50 900 -4.10', '-12.50 900 -4.10'];

/** Returns a file with a debit and a credit column without English words, and a balance behind or before them. */
function pairFile(names: string, delimiter = ';'): string {
  const rows = [
    ['05.03.2026', 'Alfa', '12,50', '', '487,50'],
    ['16.03.2026', 'Beta', '', '900,00', '1387,50'],
    ['17.03.2026', 'Gamma', '4,10', '', '1383,40'],
  ];
  return [names, ...rows.map((row) => row.join(delimiter))].join('\n') + '\n';
}

function signedFile(names: string): string {
  return `${names}\n05.03.2026;Alfa;-12,50\n16.03.2026;Beta;900,00\n17.03.2026;Gamma;-4,10\n`;
}

const PAIRS: readonly (readonly [string, string])[] = [
  ['German', 'Buchungstag;Zweck;Belastung;Gutschrift;Kontostand'],
  ['French', 'Date;Libellé;Débit;Crédit;Solde'],
  ['Spanish', 'Fecha;Concepto;Cargo;Abono;Saldo'],
  ['Italian', 'Data;Causale;Uscite;Entrate;Saldo'],
  ['Portuguese', 'Data;Descrição;Saída;Entrada;Saldo'],
  ['Dutch', 'Datum;Omschrijving;Af;Bij;Saldo'],
  ['Danish', 'Dato;Tekst;Udgift;Indtægt;Saldo'],
  ['Norwegian', 'Dato;Beskrivelse;Ut;Inn;Saldo'],
  ['Swedish', 'Bokföringsdag;Text;Uttag;Insättning;Saldo'],
  ['Finnish', 'Päivä;Selite;Otto;Pano;Saldo'],
  ['Polish', 'Data;Opis;Obciążenia;Uznania;Saldo'],
  ['Czech', 'Datum;Popis;Odchozí;Příchozí;Zůstatek'],
  ['Slovak', 'Dátum;Popis;Na ťarchu;Prijem;Zostatok'],
  ['Hungarian', 'Dátum;Közlemény;Terhelés;Jóváírás;Egyenleg'],
  ['Romanian', 'Data;Detalii;Debit;Credit;Sold'],
  ['Greek', 'Ημερομηνία;Περιγραφή;Χρέωση;Πίστωση;Υπόλοιπο'],
  ['Turkish', 'Tarih;Açıklama;Borç;Alacak;Bakiye'],
  ['Russian', 'Дата;Описание;Расход;Приход;Остаток'],
  ['Ukrainian', 'Дата;Опис;Видатки;Надходження;Залишок'],
  ['Japanese', '日付;摘要;お支払金額;お預り金額;差引残高'],
  ['simplified Chinese', '交易日期;摘要;支出;收入;余额'],
  ['traditional Chinese', '交易日期;摘要;支出;存入;餘額'],
  ['Korean', '거래일자;적요;출금액;입금액;잔액'],
  ['Indonesian', 'Tanggal;Keterangan;Debet;Kredit;Saldo'],
  ['a language that nobody knows', 'Ravodo;Telu;Misa;Kepo;Lora'],
];

const LAYOUTS: readonly Layout[] = [
  ...PAIRS.map(([name, names]): Layout => ({
    name,
    text: pairFile(names),
    rows: OUT_IN_OUT,
    certainty: 'PROVEN',
  })),
  {
    name: 'no names, money in before money out, a balance',
    text: '2026-03-17,Gamma,,4.10,1383.40\n2026-03-16,Beta,900.00,,1387.50\n2026-03-05,Alfa,,12.50,487.50\n',
    rows: '-4.10 900 -12.50',
    certainty: 'PROVEN',
  },
  {
    name: 'a balance before the movement',
    text: '2026-03-05,Alfa,500.00,-12.50\n2026-03-16,Beta,487.50,900.00\n2026-03-17,Gamma,1387.50,-4.10\n',
    rows: SIGNED,
    certainty: 'PROVEN',
  },
  {
    name: 'rows of a day in another order',
    text: 'Date,Text,Amount,Balance\n2026-03-05,Alfa,-5.25,80.00\n2026-03-05,Beta,-14.75,85.25\n2026-03-06,Gamma,7.00,87.00\n2026-03-07,Delta,-3.00,84.00\n',
    rows: '-5.25 -14.75 7 -3',
    certainty: 'PROVEN',
  },
  {
    name: 'signs that the balance turns',
    text: 'Day;What;Sum;Lora\n05.03.2026;Alfa;12,50;487,50\n16.03.2026;Beta;-900,00;1387,50\n17.03.2026;Gamma;4,10;1383,40\n',
    rows: SIGNED,
    certainty: 'PROVEN',
  },
  {
    name: 'a fee that the balance takes off',
    text: 'Date,Text,Amount,Fee,Balance\n2026-03-05,Alfa,100.00,0.00,100.00\n2026-03-06,Beta,-10.00,0.50,89.50\n2026-03-07,Gamma,-5.00,0.25,84.25\n',
    rows: '100 -10.50 -5.25',
    certainty: 'PROVEN',
  },
  {
    name: 'a fee that nothing proves',
    text: 'Date,Text,Amount,Fee\n2026-03-05,Alfa,-100.00,1.50\n2026-03-06,Beta,50.00,0.00\n',
    rows: '-100 -1.50 50',
    certainty: 'BY_NAMES',
  },
  {
    name: 'a code and a counter beside the amount',
    text: 'Nr;Datum;Was;Filiale;Betrag\n1;05.03.2026;Alfa;0042;-12,50\n2;16.03.2026;Beta;0042;900,00\n3;17.03.2026;Gamma;0042;-4,10\n',
    rows: SIGNED,
    certainty: 'BY_NAMES',
  },
  {
    name: 'an amount abroad beside the account’s',
    text: 'Date,Text,Amount,Currency,Account amount,Account currency\n2026-03-05,Alfa,-20.00,USD,-18.10,EUR\n2026-03-16,Beta,-5.00,EUR,-5.00,EUR\n',
    rows: '-18.10 -5',
    certainty: 'BY_NAMES',
  },
  {
    name: 'letters of direction without a name',
    text: '20260305;D;12,50;Alfa\n20260316;C;900,00;Beta\n20260317;D;4,10;Gamma\n',
    rows: SIGNED,
    certainty: 'BY_NAMES',
  },
  {
    name: 'direction glued to the amount',
    text: 'Tanggal,Keterangan,Jumlah\n05/03/2026,Alfa,"12.50 DB"\n16/03/2026,Beta,"900.00 CR"\n17/03/2026,Gamma,"4.10 DB"\n',
    rows: SIGNED,
    certainty: 'BY_NAMES',
  },
  {
    name: 'names in two languages',
    text: signedFile('Datum / Date;Text / Text;Betrag / Amount (EUR)'),
    rows: SIGNED,
    certainty: 'BY_NAMES',
  },
  {
    name: 'two columns without names, filled in turn',
    text: '2026-03-05;Alfa;12,50;\n2026-03-16;Beta;;900,00\n2026-03-17;Gamma;4,10;\n',
    rows: OUT_IN_OUT,
    certainty: 'GUESS',
  },
  {
    name: 'one column without signs',
    text: 'Date,Text,Amount\n2026-03-05,Alfa,12.50\n2026-03-16,Beta,4.10\n',
    rows: '12.50 4.10',
    certainty: 'GUESS',
  },
  {
    name: 'days that could be months',
    text: 'Date,Text,Amount\n03/05/2026,Alfa,-12.50\n',
    rows: '-12.50',
    certainty: 'GUESS',
  },
  {
    name: 'amounts in cents',
    text: 'date,text,amount_cents\n2026-03-05,Alfa,-1250\n2026-03-06,Beta,300\n',
    rows: '-1250 300',
    certainty: 'GUESS',
  },
];

function detect(text: string) {
  const csv = detectStatement(Buffer.from(text), null)?.csv;
  if (csv == null) throw new Error('The file is not detected as CSV.');
  return csv;
}

describe('the reading of a CSV file', () => {
  it.each(LAYOUTS)('has the amounts and the certainty of: $name', async ({ text, rows, certainty }) => {
    const { entries } = await readFile(text);
    expect(entries.map(({ document }) => Number(document.amount)).join(' ')).toBe(
      rows.split(' ').map(Number).join(' '),
    );
    expect(detect(text).certainty).toBe(certainty);
    expect(detect(text).questions.length > 0).toBe(certainty === 'GUESS');
  });

  it('asks which of two columns is money out, by their numbers', () => {
    const { questions } = detect('2026-03-05;Alfa;12,50;\n2026-03-16;Beta;;900,00\n');
    expect(questions).toEqual([
      { columns: [2, 3], text: 'Is money that left the account in column 3 or in column 4?' },
    ]);
  });

  it('does not take a column that some rows follow by chance for a balance', () => {
    const text =
      'Date,Text,Amount,Points\n2026-03-05,Alfa,-1.00,10\n2026-03-06,Beta,-2.00,20\n2026-03-07,Gamma,5.00,25\n2026-03-08,Delta,-7.00,3\n';
    expect(detect(text).certainty).toBe('BY_NAMES');
  });

  it('does not take amounts without a sign for proven because most went out', () => {
    const rows = [
      'Alfa,1.10,98.90',
      'Beta,2.20,96.70',
      'Gamma,3.30,93.40',
      'Delta,9.90,103.30',
      'Epsilon,4.40,98.90',
      'Zeta,8.80,107.70',
    ];
    const text = `Date,Text,Amount,Balance\n${rows.map((row, index) => `2026-03-0${index + 1},${row}`).join('\n')}\n`;
    expect(detect(text).certainty).toBe('GUESS');
  });

  it.each([
    [
      'windows-1250',
      '#Data operacji;#Opis;#Kwota\n2026-03-05;\xaf\x41BKA \xa3ukasz \x8cwi\xeaty;-1,00\n',
      'ŻABKA Łukasz Święty',
    ],
    [
      'windows-1251',
      '\xc4\xe0\xf2\xe0;\xce\xef\xe8\xf1\xe0\xed\xe8\xe5;\xd1\xf3\xec\xec\xe0\n05.03.2026;\xcc\xe0\xe3\xe0\xe7\xe8\xed;-1,00\n',
      'Магазин',
    ],
    ['shift_jis', '\x93\xfa\x95t,\x93E\x97v,\x8b\xe0\x8az\n2026/3/5,\x83J\x81[\x83h,-100\n', 'カード'],
    ['windows-1252', 'Date;Payee;Amount\n2026-03-05;Caf\xe9;\xa35.00-\n', 'Café'],
  ])('finds the letters of %s', async (encoding, latin, text) => {
    const file = await readFile(Buffer.from(latin, 'latin1'));
    expect(file.reading.csv?.encoding).toBe(encoding);
    expect(JSON.stringify(file.entries[0]?.document)).toContain(text);
  });
});

describe('rows that are no movements', () => {
  it.each([
    ['Opening balance', 'The row states a balance.'],
    ['Kontostand am 05.03.2026', 'The row states a balance.'],
    ['S A L D O', 'The row states a balance.'],
    ['Входящий остаток', 'The row states a balance.'],
    ['Turnover', 'The row is a total.'],
    ['合計', 'The row is a total.'],
  ])('are left out: %s', async (text, reason) => {
    const file = await readFile(
      `Date,Text,Amount\n2026-03-05,${text},100.00\n2026-03-05,Shop,-1.00\n2026-03-06,Shop,-2.00\n`,
    );
    expect(file.leftOut).toEqual([{ line: 2, reason }]);
    expect(file.entries).toHaveLength(2);
  });

  it('keeps a payment whose text has a word for balances in it', async () => {
    const file = await readFile(
      'Date,Text,Amount\n2026-03-05,Balance transfer to Visa,-1.00\n2026-03-06,Total petrol station,-2.00\n',
    );
    expect(file.entries).toHaveLength(2);
  });

  it.each(['Denied', 'expired', 'VOID', 'Storniert', 'Отклонено', '取消', 'Slettet'])(
    'leaves out a row with the status %s',
    async (status) => {
      const file = await readFile(
        `Date,Text,Amount,Status\n2026-03-05,Alfa,-1.00,${status}\n2026-03-06,Beta,-2.00,Completed\n`,
      );
      expect(file.leftOut).toEqual([{ line: 2, reason: 'The row says that this was never booked.' }]);
    },
  );

  it('leaves out rows with a status that the user named', async () => {
    const text = 'Date,Text,Amount,Status\n2026-03-05,Alfa,-1.00,Zorp\n2026-03-06,Beta,-2.00,Completed\n';
    const csv = { ...detect(text).reading, noMovementWords: ['zorp'] };
    expect((await readFile(text, { how: { format: 'CSV', csv } })).entries).toHaveLength(1);
  });
});

describe('what a row has', () => {
  it('turns the signs where the user says so', async () => {
    const text = 'Date,Text,Amount\n2026-03-05,Alfa,-1.00\n2026-03-06,Beta,2.00\n';
    const csv = { ...detect(text).reading, turnSigns: true };
    const { entries } = await readFile(text, { how: { format: 'CSV', csv } });
    expect(entries.map(({ document }) => document.amount)).toEqual(['1.00', '-2.00']);
  });

  it('respects a minus in a column for one direction', async () => {
    const text =
      'Date,Text,Debit,Credit\n2026-03-05,Alfa,20.00,\n2026-03-06,refund,-5.00,\n2026-03-07,Beta,,10.00\n2026-03-08,Gamma,7.00,\n';
    const { entries } = await readFile(text);
    expect(entries.map(({ document }) => document.amount)).toEqual(['-20.00', '5.00', '10.00', '-7.00']);
  });

  it('keeps texts of columns without a known name, and reads entities', async () => {
    const file = await readFile(
      'Ref,When,What,Value in EUR\n1001,2026-03-05,Tom &amp; Jerry,-3.20\n1002,2026-03-06,Salary,20.00\n',
    );
    expect(file.entries[0]?.document.remittance_information?.unstructured).toBe('Tom & Jerry');
  });

  it('stores the day of the purchase beside the day of the booking', async () => {
    const file = await readFile('Transaction Date,Post Date,Text,Amount\n03/14/2026,03/16/2026,Alfa,-1.00\n');
    expect(file.entries[0]?.document).toMatchObject({ booking_date: '2026-03-16', value_date: '2026-03-14' });
  });

  it('adds a second line of text to the entry above', async () => {
    const file = await readFile(
      'Date,Text,Out,In\n2026-03-05,CARD,1.00,\n,SHOP 12,,\n2026-03-06,PAY,,2.00\n',
    );
    expect(file.entries[0]?.document.remittance_information?.unstructured).toBe('CARD\nSHOP 12');
    expect(file.leftOut).toEqual([]);
  });

  it.each(['asc', 'desc'])('states the balances around rows in the order %s', async (order) => {
    const rows = [
      '2026-03-05,Alfa,-5.00,95.00',
      '2026-03-06,Beta,10.00,105.00',
      '2026-03-07,Gamma,-1.00,104.00',
    ];
    const sorted = order === 'asc' ? rows : [...rows].reverse();
    const file = await readFile(`Date,Text,Amount,Balance\n${sorted.join('\n')}\n`);
    expect(file.balances.map(({ kind, amount, date }) => [kind, Number(amount), date])).toEqual([
      ['OPENING', 100, '2026-03-05'],
      ['CLOSING', 104, '2026-03-07'],
    ]);
  });
});

describe('a confirmed reading', () => {
  const confirmed =
    'Date,Text,Amount,Balance\n03/05/2026,Alfa,-12.50,87.50\n04/05/2026,Beta,7.50,95.00\n05/05/2026,Gamma,-5.00,90.00\n';
  const reading = { ...detect(confirmed).reading, dateOrder: 'DMY' as const };

  it.each([
    [
      'the next month of the bank',
      'Date,Text,Amount,Balance\n03/06/2026,Alfa,-2.50,97.50\n04/06/2026,Beta,1.00,98.50\n',
      'fits',
    ],
    [
      'a short file with a day that does not exist',
      'Date,Text,Amount\n03/06/2026,Alfa,-2.50\n40/06/2026,Beta,1.00\n05/06/2026,Gamma,1.00\n',
      'fits',
    ],
    [
      'another order of dates',
      'Date,Text,Amount,Balance\n06/28/2026,Alfa,-2.50,97.50\n06/29/2026,Beta,1.00,98.50\n',
      'contradicts',
    ],
    [
      'dates that are closer to each other in another order',
      'Date,Text,Amount\n06/03/2026,Alfa,-2.50\n06/04/2026,Beta,1.00\n',
      'unlikely',
    ],
    [
      'another decimal mark',
      'Date,Text,Amount,Balance\n03/06/2026,Alfa,"-2,50","97,50"\n04/06/2026,Beta,"1,00","98,50"\n',
      'contradicts',
    ],
    [
      'signs that are turned',
      'Date,Text,Amount,Balance\n03/06/2026,Alfa,2.50,97.50\n04/06/2026,Beta,-1.00,98.50\n05/06/2026,Gamma,3.25,95.25\n',
      'contradicts',
    ],
  ])('is used again, or not, for %s', (_, text, fits) => {
    expect(fitOf(text, reading, true)).toBe(fits);
  });
});

describe('the day of booking', () => {
  it('is in the column that is named so, though most rows are pending and have none', () => {
    const { columns } = detect(
      'Started Date,Completed Date,Description,Amount,State\n2026-03-02,2026-03-03,Shop,-10.00,COMPLETED\n2026-03-04,,Hotel,-20.00,PENDING\n2026-03-05,,Bar,-5.00,PENDING\n',
    ).reading;
    expect(columns.slice(0, 2)).toEqual(['value_date', 'booking_date']);
  });
});

describe('what stands around the entries of a CSV file', () => {
  const amounts = async (text: string): Promise<string[]> =>
    (await readFile(text)).entries.map(({ document }) => `${document.booking_date} ${document.amount}`);

  it('gives days without a year the year of the period that the file names', async () => {
    const file = (period: string): string =>
      `"Rekening : 1234567890"\n"Periode : ${period}"\n\n"Tanggal","Keterangan","Jumlah","Saldo"\n` +
      '"30/12","Warung","25,000.00 DB","1,975,000.00"\n"02/01","Gaji","500,000.00 CR","2,475,000.00"\n';
    expect(await amounts(file('15/12/2025 - 14/01/2026'))).toEqual([
      '2025-12-30 -25000.00',
      '2026-01-02 500000.00',
    ]);
  });

  it('does not read days without a year where the file names no period, or they are not in it', async () => {
    const file = (line: string): string => `${line}\nDate;Text;Amount\n05/03;Alfa;-1,00\n06/03;Beta;2,00\n`;
    for (const line of ['Statement;x;', 'From 01/04/2026 to 30/04/2026;;', 'From 01/01/2020 to 31/12/2026;;'])
      await expect(amounts(file(line))).resolves.toEqual([]);
  });

  it('takes a first line with a day of another kind for one about the account', async () => {
    const about = '2026-03-31;01-03-2026;12 1090;A BEISPIEL;500,00;1547,20\n';
    const rows =
      '17-03-2026;17-03-2026;Kiosk;;-3,20;1547,20\n16-03-2026;16-03-2026;Employer;;2100,00;1550,40\n' +
      '05-03-2026;05-03-2026;Refund;;8,00;-549,60\n';
    const entries = ['2026-03-17 -3.20', '2026-03-16 2100.00', '2026-03-05 8.00'];
    expect(await amounts(about + rows)).toEqual(entries);
    expect((await readFile(about + rows)).leftOut).toMatchObject([{ line: 1 }]);
    expect((await readFile(rows)).leftOut).toEqual([]);
    expect(await amounts(rows)).toEqual(entries);
  });

  it('takes what is in brackets behind the name of an amount for a word about it', async () => {
    const text =
      'Data;Opis;Kwota transakcji (waluta rachunku);Waluta;Kwota blokady;Waluta\n' +
      '2026-03-18;Stacja;;;-150,00;PLN\n2026-03-17;Kiosk;-3,20;PLN;;\n2026-03-16;Sklep;-21,00;PLN;;\n';
    expect(await amounts(text)).toEqual(['2026-03-17 -3.20', '2026-03-16 -21.00']);
  });

  it('takes the amount whose name has a currency, and no currencies beside those that were paid', async () => {
    const text =
      'Datum;bedrag;munt;koers;bedrag in EUR;Handelaar\n05/03/2026;-10,00;USD;1,08;-9,26;Deli\n' +
      '16/03/2026;-12,50;EUR;1,00;-12,50;Bakker\n17/03/2026;-5,00;GBP;0,85;-5,88;Pub\n';
    const { entries, accounts } = await readFile(text);
    expect(entries.map(({ document }) => document.amount)).toEqual(['-9.26', '-12.50', '-5.88']);
    expect(accounts).toMatchObject([{ currency: 'EUR' }]);
  });

  it('keeps the signs where a booking that came late makes balances follow the other way round by chance', async () => {
    const text =
      'Booking date;Payee;Amount;Currency;Balance\n2026-01-06;Taxi;40.00;EUR;1004.50\n' +
      '2026-01-08;Kiosk;-5.00;EUR;982.50\n2026-01-08;Taxi;-9.00;EUR;973.50\n2026-01-08;Kiosk;-9.00;EUR;964.50\n';
    expect(await amounts(text)).toEqual([
      '2026-01-06 40.00',
      '2026-01-08 -5.00',
      '2026-01-08 -9.00',
      '2026-01-08 -9.00',
    ]);
  });

  it('keeps the balance where a booking that came late breaks it', async () => {
    const text =
      'Booking date;Payee;Amount;Currency;Balance\n2026-01-17;Grocer;-5.00;EUR;976.50\n' +
      '2026-01-17;Kiosk;-2.50;EUR;971.50\n2026-01-17;Taxi;-2.50;EUR;969.00\n' +
      '2026-01-19;Taxi;-2.50;EUR;966.50\n2026-01-19;Grocer;40.00;EUR;1006.50\n';
    const { entries } = await readFile(text);
    const balances = entries.map(({ document }) => document.balance_after_transaction);
    expect(balances).toEqual(['976.50', '971.50', '969.00', '966.50', '1006.50']);
  });

  it('asks where purchases have no minus', () => {
    const text =
      '交易日期,入账日期,交易摘要,入账金额\n2026/03/05,2026/03/05,消费 餐厅,12.50\n' +
      '2026/03/16,2026/03/16,还款,-900.00\n2026/03/17,2026/03/17,谢谢,-4.10\n';
    expect(detectStatement(Buffer.from(text), null)?.csv).toMatchObject({
      certainty: 'GUESS',
      questions: [{ columns: [3] }],
    });
  });
});
