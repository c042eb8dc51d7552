import { readFile } from '../../../../test/imports/reading';

const SECURITY = '<SECID><UNIQUEID>037833100<UNIQUEIDTYPE>CUSIP</SECID>';
const tran = (id: string, memo = '') =>
  `<INVTRAN><FITID>${id}<DTTRADE>20260302120000[-5:EST]<DTSETTLE>20260304${memo}</INVTRAN>`;
const buy = (id: string, fields: string) =>
  `<BUYSTOCK><INVBUY>${tran(id)}${SECURITY}${fields}<SUBACCTSEC>CASH<SUBACCTFUND>CASH</INVBUY><BUYTYPE>BUY</BUYSTOCK>`;
const income = (id: string, total: string, type = 'DIV') =>
  `<INCOME>${tran(id)}${SECURITY}<INCOMETYPE>${type}<TOTAL>${total}<SUBACCTSEC>CASH<SUBACCTFUND>CASH</INCOME>`;
const reinvest = (id: string) =>
  `<REINVEST>${tran(id)}${SECURITY}<INCOMETYPE>DIV<TOTAL>-3.20<SUBACCTSEC>CASH<UNITS>0.125<UNITPRICE>25.60</REINVEST>`;
const SECLIST = `<SECLISTMSGSRSV1><SECLIST><STOCKINFO><SECINFO>${SECURITY}<SECNAME>Example & Sons<TICKER>EXMP</SECINFO></STOCKINFO>
<OPTINFO><SECINFO><SECID><UNIQUEID>OPT1<UNIQUEIDTYPE>CUSIP</SECID><SECNAME>EXMP Jan 27 Call<TICKER>EXMP270115C</SECINFO><OPTTYPE>CALL<STRIKEPRICE>30.00<DTEXPIRE>20270115<SHPERCTRCT>100${SECURITY}</OPTINFO></SECLIST></SECLISTMSGSRSV1>`;

const broker = (
  trades: string,
  positions = '',
  balance = '<INVBAL><AVAILCASH>252.20<MARGINBALANCE>0<SHORTBALANCE>0</INVBAL>',
) =>
  `OFXHEADER:100\n\n<OFX><INVSTMTMSGSRSV1><INVSTMTTRNRS><INVSTMTRS><DTASOF>20260331<CURDEF>USD
<INVACCTFROM><BROKERID>broker.example<ACCTID>88</INVACCTFROM><INVTRANLIST><DTSTART>20260301<DTEND>20260331
${trades}
</INVTRANLIST><INVPOSLIST>${positions}</INVPOSLIST>${balance}</INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1>${SECLIST}</OFX>`;

const read = async (trades: string) =>
  (await readFile(broker(trades))).entries.map(({ document }) => document);

describe('a statement of a broker', () => {
  it('has its trades with their securities, which are listed behind them', async () => {
    const file = await readFile(broker(buy('B1', '<UNITS>10<UNITPRICE>25.00<COMMISSION>1.00<TOTAL>-251.00')));
    expect(file.accounts).toEqual([
      expect.objectContaining({ key: 'broker.example 88 USD', category: 'INVESTMENT', currency: 'USD' }),
    ]);
    expect(file.entries).toMatchObject([
      {
        bankId: 'B1',
        booked: true,
        line: 5,
        document: {
          amount: '-251.00',
          currency: 'USD',
          booking_date: '2026-03-02',
          value_date: '2026-03-04',
          remittance_information: { unstructured: 'Example & Sons' },
          codes: { proprietary_bank_transaction_code: 'BUYSTOCK/BUY' },
          trade: {
            activity_type: 'BUY',
            units: '10',
            price_per_unit: '25.1',
            fees: '1.00',
            instrument: { symbol: 'EXMP', name: 'Example & Sons', type: 'STOCK' },
          },
        },
      },
    ]);
  });

  it.each<[string, string, string, object]>([
    [
      'a sale whose units have no sign',
      `<SELLMF><INVSELL>${tran('1')}${SECURITY}<UNITS>4<UNITPRICE>5<TOTAL>20.00</INVSELL><SELLTYPE>SELL</SELLMF>`,
      '20.00',
      { activity_type: 'SELL', units: '-4' },
    ],
    [
      'a dividend',
      income('1', '3.20'),
      '3.20',
      { activity_type: 'DIVIDEND', units: '0', price_per_unit: null },
    ],
    ['interest', income('1', '1.10', 'INTEREST'), '1.10', { activity_type: 'INTEREST' }],
    [
      'a reinvestment, which moves no money',
      reinvest('1'),
      '0.00',
      { activity_type: 'BUY', units: '0.125', price_per_unit: '25.60' },
    ],
    [
      'an expense',
      `<INVEXPENSE>${tran('1')}${SECURITY}<TOTAL>-2.00</INVEXPENSE>`,
      '-2.00',
      { activity_type: 'FEE' },
    ],
    [
      'interest on a loan',
      `<MARGININTEREST>${tran('1')}<TOTAL>-2.50</MARGININTEREST>`,
      '-2.50',
      { activity_type: 'INTEREST' },
    ],
    [
      'capital that is returned',
      `<RETOFCAP>${tran('1')}${SECURITY}<TOTAL>7.00</RETOFCAP>`,
      '7.00',
      { activity_type: 'OTHER' },
    ],
    [
      'a split',
      `<SPLIT>${tran('1')}${SECURITY}<OLDUNITS>10<NEWUNITS>40<NUMERATOR>4<DENOMINATOR>1</SPLIT>`,
      '0.00',
      { activity_type: 'STOCK_SPLIT', units: '30' },
    ],
    [
      'securities that leave',
      `<TRANSFER>${tran('1')}${SECURITY}<UNITS>3<TFERACTION>OUT<POSTYPE>LONG</TRANSFER>`,
      '0.00',
      { activity_type: 'TRANSFER', units: '-3' },
    ],
    [
      'an option that expires',
      `<CLOSUREOPT>${tran('1')}<SECID><UNIQUEID>OPT1</SECID><OPTACTION>EXPIRE<UNITS>-1</CLOSUREOPT>`,
      '0.00',
      {
        activity_type: 'OTHER',
        units: '-1',
        option: {
          type: 'CALL',
          strike_price: '30.00',
          expiration_date: '2027-01-15',
          ticker: 'EXMP270115C',
          underlying_symbol: '',
        },
      },
    ],
    [
      'a payment',
      '<INVBANKTRAN><STMTTRN><TRNTYPE>DEP<DTPOSTED>20260302<TRNAMT>500<FITID>1<NAME>DEPOSIT</STMTTRN><SUBACCTFUND>CASH</INVBANKTRAN>',
      '500.00',
      { activity_type: 'CONTRIBUTION', units: '0' },
    ],
  ])('has %s', async (_, trade, amount, details) => {
    expect(await read(trade)).toMatchObject([{ amount, booking_date: '2026-03-02', trade: details }]);
  });

  it('pays a reinvestment from the dividend where the file lists both', async () => {
    const documents = await read(reinvest('2') + income('1', '3.20'));
    expect(documents.map(({ amount }) => amount)).toEqual(['-3.20', '3.20']);
  });

  it('lists what moves within the account as left out, and what has no day or total as unreadable', async () => {
    const file = await readFile(
      broker(
        `<JRNLFUND>${tran('1')}<SUBACCTTO>CASH<SUBACCTFROM>MARGIN<TOTAL>5</JRNLFUND>${buy('2', '<UNITS>1').replaceAll('20260302', '20260231')}${income('3', '1').replace('<TOTAL>1', '')}`,
      ),
    );
    expect(file.entries).toEqual([]);
    expect(file.leftOut).toEqual([{ line: 5, reason: 'It moves money or securities within the account.' }]);
    expect(file.unreadable.map(({ line }) => line)).toEqual([5, 5]);
  });

  it('states its cash, and what is held', async () => {
    const position = (fields: string) =>
      `<POSSTOCK><INVPOS>${SECURITY}<HELDINACCT>CASH${fields}<DTPRICEASOF>20260330</INVPOS></POSSTOCK>`;
    const file = await readFile(
      broker(
        '',
        position('<POSTYPE>LONG<UNITS>10<UNITPRICE>26.00<MKTVAL>260') +
          position('<POSTYPE>SHORT<UNITS>2<UNITPRICE>26.00<MKTVAL>-52'),
      ),
    );
    expect(file.balances).toMatchObject([
      { accountKey: 'broker.example 88 USD', kind: 'CLOSING', amount: '252.20', date: '2026-03-31' },
    ]);
    const holdings = file.items.flatMap((item) => (item.kind === 'holding' ? [item.holding] : []));
    expect(holdings).toMatchObject([
      {
        accountKey: 'broker.example 88 USD',
        key: '037833100',
        date: '2026-03-31',
        document: {
          units: '10',
          price: '26.00',
          market_value: '260.00',
          currency: 'USD',
          instrument: { symbol: 'EXMP' },
        },
      },
      { document: { units: '-2', market_value: '-52.00' } },
    ]);
  });

  it('names a security that is not listed by its id', async () => {
    const unknown = income('1', '3.20').replaceAll('037833100', 'US0378331005');
    expect((await read(unknown))[0]?.trade?.instrument).toMatchObject({ symbol: 'US0378331005', name: '' });
  });

  it('gives up waiting for the list of securities in a very long file', async () => {
    const file = await readFile(broker(income('1', '3.20').repeat(10_001)));
    expect(file.entries).toHaveLength(10_001);
    expect(file.entries.at(0)?.document.trade?.instrument.name).toBe('');
    expect(file.entries.at(-1)?.document.trade?.instrument.name).toBe('Example & Sons');
  });
});
