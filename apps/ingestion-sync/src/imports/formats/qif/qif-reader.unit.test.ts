import { readFile, short } from '../../../../test/imports/reading';

const qif = (...entries: string[]): string =>
  `!Type:Bank\n${entries.map((entry) => `${entry}\n^\n`).join('')}`;

describe('QIF', () => {
  it('reads entries as Quicken writes them, splits joined', async () => {
    const file = await readFile(
      qif(
        "D12/31'26\nT-1,234.56\nCX\nN101\nPLandlord\nMRent\nLHousing",
        "D 1/ 2' 6\nU-30.00\nT-30.00\nPShop\nSFood\nEBread\n$-10.00\nSHome\n$-20.00",
      ),
    );
    expect(short(file)).toEqual(['2026-12-31 -1234.56 XXX', '2006-01-02 -30.00 XXX']);
    expect(file.entries[0]).toMatchObject({
      bankId: null,
      line: 2,
      document: {
        creditor: { name: 'Landlord' },
        remittance_information: { unstructured: 'Rent' },
        additional_information: 'Housing',
        external_identifiers: { check_id: '101' },
      },
    });
    expect(file.entries[1]?.document).toMatchObject({
      remittance_information: { unstructured: 'Bread' },
      additional_information: 'Food Bread -10.00\nHome -20.00',
    });
  });

  it.each([
    ['13/02/2026', '14/02/2026', '2026-02-13'],
    ['02/13/2026', '02/14/2026', '2026-02-13'],
    ['13.02.26', '14.02.26', '2026-02-13'],
    ['2026-02-13', '2026-02-14', '2026-02-13'],
    ['03/04/2026', '04/04/2026', '2026-04-03'],
    ['04/03/2026', '04/04/2026', '2026-04-03'],
    ['04/03/2026', '04/03/2026', '2026-04-03'],
  ])('finds the order of day and month in %s and %s', async (first, second, day) => {
    const file = await readFile(qif(`D${first}\nT1.00`, `D${second}\nT1.00`));
    expect(file.entries[0]?.document.booking_date).toBe(day);
  });

  it('is read in the order that the user chooses', async () => {
    const how = { format: 'QIF', csv: null, qif: { dateOrder: 'MDY' } } as const;
    const file = await readFile(qif('D03/04/2026\nT1.00', 'D13/04/2026\nT1.00'), { how });
    expect(short(file)).toEqual(['2026-03-04 1.00 XXX']);
    expect(file.unreadable).toEqual([{ line: 5, reason: 'The date is not a day that exists.' }]);
  });

  it('reads decimal commas where the file has them', async () => {
    const file = await readFile(qif('D13/02/2026\nT-1.234,56', 'D13/02/2026\nT1.000'));
    expect(short(file)).toEqual(['2026-02-13 -1234.56 XXX', '2026-02-13 1000 XXX']);
  });

  it('reads several accounts, and passes over lists', async () => {
    const file = await readFile(
      `!Option:AutoSwitch\n!Account\nNGiro\nTBank\n^\n!Type:Bank\nD2026-01-31\nT1.00\n^\n!Type:Cat\nNFood\nDx\n^\n!Account\nNCard\nTCCard\n^\n!Type:CCard\nD2026-01-31\nT-2.00\n^\n`,
    );
    expect(file.entries.map(({ accountKey, document }) => [accountKey, document.amount])).toEqual([
      ['Giro', '1.00'],
      ['Card', '-2.00'],
    ]);
    expect(file.accounts.map(({ name }) => name)).toEqual(['Giro', 'Card']);
  });

  it('sets entries apart that cannot be read, and the one that the file ends in', async () => {
    const file = await readFile(
      `${qif('D02/31/2026\nT1.00', 'D02/13/2026\nTx', 'D02/13/2026\nT5.00')}D02/14/2026\nPShop\n`,
    );
    expect(short(file)).toEqual(['2026-02-13 5.00 XXX']);
    expect(file.unreadable).toEqual([
      { line: 2, reason: 'The date is not a day that exists.' },
      { line: 5, reason: 'The amount is not a number.' },
      { line: 11, reason: 'The file ends within this entry.' },
    ]);
  });

  it('says that trades are not imported', async () => {
    const file = await readFile('!Type:Invst\nD2026-01-31\nNBuy\nYACME\nI10\nQ1\nT10.00\n^\n');
    expect(file.entries).toEqual([]);
    expect(file.unreadable).toEqual([{ line: 1, reason: 'Trades of securities are not imported.' }]);
  });

  it.each(['[Current]', '', undefined])(
    'takes the record that opens an account (category %p) for its balance',
    async (category) => {
      const file = await readFile(
        qif(
          `D01/03/2026\nT100.00\nPOpening Balance${category === undefined ? '' : `\nL${category}`}`,
          'D13/03/2026\nT-5.00\nPShop',
        ),
      );
      expect(short(file)).toEqual(['2026-03-13 -5.00 XXX']);
      expect(file.balances).toEqual([
        { accountKey: '', line: 2, kind: 'OPENING', amount: '100.00', currency: null, date: '2026-03-01' },
      ]);
      expect(file.leftOut).toEqual([{ line: 2, reason: 'It is the opening balance, no movement.' }]);
    },
  );

  it('takes a payment of that name with a category for a payment', async () => {
    const file = await readFile(qif('D13/03/2026\nT100.00\nPOpening Balance\nLIncome:Gift'));
    expect(short(file)).toEqual(['2026-03-13 100.00 XXX']);
  });
});
