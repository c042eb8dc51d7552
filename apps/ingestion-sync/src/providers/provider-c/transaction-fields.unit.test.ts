import { parseLossless } from '../mapping/json-decimals';
import { ActivityAccount, fromProvider } from './transaction-fields';
import { activityTypeOf, pricePerUnit } from './activities/trade-fields';

const ACCOUNT: ActivityAccount = { category: 'INVESTMENT', currency: 'CAD' };

const OPTION_BUY = `{"id":"act-1","symbol":null,"option_symbol":{"id":"o1","ticker":"AAPL  260619C00200000",
  "option_type":"CALL","strike_price":200,"expiration_date":"2026-06-19","is_mini_option":false,
  "underlying_symbol":{"symbol":"AAPL","currency":{"code":"USD"},"exchange":{"code":"NASDAQ","mic_code":"XNAS"}}},
  "price":3.1,"units":2,"amount":-620.90,"currency":{"code":"USD"},"type":"BUY","option_type":"BUY_TO_OPEN",
  "description":"BOT 2 AAPL 19JUN26 200 C","trade_date":"2026-03-02T14:31:00Z",
  "settlement_date":"2026-03-03T00:00:00Z","fee":0.9,"fx_rate":null,"institution":"Questrade",
  "external_reference_id":"ORD-551"}`;

function read(change: object = {}, account: ActivityAccount = ACCOUNT) {
  return fromProvider({ ...(parseLossless(OPTION_BUY) as object), ...change }, account);
}

describe('an activity', () => {
  it('maps every documented field', () => {
    expect(read()).toMatchObject({
      booked: true,
      strongId: null,
      weakId: 'act-1',
      document: {
        amount: '-620.90',
        currency: 'USD',
        booking_date: '2026-03-03',
        booking_datetime: '',
        value_date: '2026-03-02',
        value_datetime: '2026-03-02T14:31:00Z',
        creditor: { name: 'Questrade' },
        remittance_information: { unstructured: 'BOT 2 AAPL 19JUN26 200 C' },
        codes: { proprietary_bank_transaction_code: 'BUY/BUY_TO_OPEN' },
        external_identifiers: { integrator_transaction_id: 'act-1' },
        trade: {
          activity_type: 'BUY',
          units: '2',
          price_per_unit: '310.45',
          fees: '0.9',
          fx_rate: null,
          external_reference_id: 'ORD-551',
          instrument: {
            symbol: 'AAPL  260619C00200000',
            name: 'AAPL 2026-06-19 200 CALL',
            exchange: 'XNAS',
            type: 'OPTION',
            figi_code: '',
          },
          option: {
            ticker: 'AAPL  260619C00200000',
            type: 'CALL',
            strike_price: '200',
            expiration_date: '2026-06-19',
            underlying_symbol: 'AAPL',
          },
        },
      },
    });
  });

  it('keeps the digits of JSON numbers, and the original row', () => {
    const text =
      '{"id":"a","type":"BUY","units":0.123456789012345678,"amount":-1e-05,"currency":{"code":"USD"}}';
    const { document, rawJson } = fromProvider(parseLossless(text), ACCOUNT);
    expect(rawJson).toBe(text);
    expect(document).toMatchObject({ amount: '-0.00001', trade: { units: '0.123456789012345678' } });
  });

  it.each(['DEPOSIT', 'LOC'] as const)('of a %s account is no trade', (category) => {
    expect(read({}, { ...ACCOUNT, category }).document.trade).toBeUndefined();
  });

  it.each([
    ['2026-03-02', '2026-03-02'],
    ['2026-03-02T00:00:00-05:00', '2026-03-02'],
    ['2026-03-02T23:59:00.000000-05:00', '2026-03-02'],
    [null, null],
  ])('of %s has the broker’s day: %s', (trade_date, day) => {
    const { document } = read({ trade_date, settlement_date: null });
    expect([document.value_date, document.booking_date]).toEqual([day, day]);
  });

  it('without an amount gets it from price, units and fee, or else none', () => {
    expect(read({ amount: null }).document.amount).toBe('-620.90');
    expect(read({ amount: null, type: 'SELL', units: -2 }).document.amount).toBe('619.10');
    const small = read({ amount: null, units: 0.03, price: 39.49, fee: 0, option_symbol: null }).document;
    expect([small.amount, small.trade?.price_per_unit]).toEqual(['-1.18', '39.49']);
    expect(read({ amount: -1.1847 }).document.amount).toBe('-1.1847');
    const split = read({ amount: null, type: 'SPLIT' }).document;
    expect([split.amount, split.trade?.price_per_unit]).toEqual(['0.00', null]);
  });

  it('in a crypto currency moves no cash, and names what was paid', () => {
    const { document } = read({ currency: null, currency_universal_symbol: { symbol: 'USDT' } });
    expect(document).toMatchObject({
      amount: '0.00',
      currency: 'CAD',
      additional_information: '-620.90 USDT',
    });
    expect(document.trade?.price_per_unit).toBeNull();
  });

  it.each([
    [{ amount: 'much' }, /amount/],
    [{ units: [] }, /amount/],
    [{ currency: null }, /currency/],
    [{ settlement_date: 'soon' }, /settlement_date/],
    [{ settlement_date: null, trade_date: 'soon' }, /trade_date/],
  ])('with %j is rejected, and the reason does not repeat it', (change, reason) => {
    expect(() => read(change, { ...ACCOUNT, currency: null })).toThrow(reason);
  });
});

describe('the type of an activity', () => {
  it.each([
    ['REI', 'BUY'],
    ['SUBSTITUTE_DIVIDEND', 'DIVIDEND'],
    ['SPLIT', 'STOCK_SPLIT'],
    ['EXTERNAL_ASSET_TRANSFER_OUT', 'TRANSFER'],
    ['OPTIONASSIGNMENT', 'OTHER'],
    ['ADJUSTMENT', 'OTHER'],
    ['something of the broker’s own', 'OTHER'],
    ['stock_dividend', 'STOCK_DIVIDEND'],
    [null, null],
  ])('%s is %s', (type, expected) => expect(activityTypeOf(type)).toBe(expected));
});

describe('the price of a unit', () => {
  it.each([
    ['BUY', '2', '-620.90', '310.45'],
    ['SELL', '-3', '100.00', '33.333333333333'],
    ['DIVIDEND', '0', '12.00', null],
    ['TRANSFER', '5', '-10.00', null],
    ['BUY', '2', null, null],
  ] as const)('of %s %s for %s is %s', (type, units, amount, price) =>
    expect(pricePerUnit(type, units, amount)).toBe(price),
  );
});
