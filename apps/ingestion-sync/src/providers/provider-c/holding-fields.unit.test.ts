import { holdingFrom } from './holding-fields';
import { balancesFrom } from './balances';
import { profileFrom } from './accounts';

const STOCK = { kind: 'stock', id: 's1', symbol: 'ACME', raw_symbol: 'ACME', exchange: 'XHEL' };
const OPTION = {
  kind: 'option',
  id: 'o1',
  symbol: 'AAPL  261218C00240000',
  option_type: 'CALL',
  strike_price: '240',
  expiration_date: '2026-12-18',
  multiplier: '100',
  underlying: { kind: 'stock', symbol: 'AAPL', exchange: 'XNAS' },
};

describe('a position', () => {
  it('has the value of its units at their price', () => {
    const held = { instrument: STOCK, units: '10.5', price: '123.45', cost_basis: '118.2', currency: 'EUR' };
    expect(holdingFrom(held)).toMatchObject({
      key: 's1',
      document: { units: '10.5', market_value: '1296.225', cost_basis: '118.2', cash_equivalent: false },
    });
  });

  it('in options counts the shares of a contract, and short ones are negative', () => {
    const held = holdingFrom({ instrument: OPTION, units: '-2', price: '3.10', currency: 'USD' });
    expect(held?.document).toMatchObject({
      market_value: '-620.00',
      instrument: { type: 'OPTION', exchange: 'XNAS' },
      option: { strike_price: '240', underlying_symbol: 'AAPL' },
    });
  });

  it('without a price has no value, and one on credit is not estimated', () => {
    expect(holdingFrom({ instrument: STOCK, units: '1', price: null })?.document.market_value).toBeNull();
    const future = { instrument: { ...STOCK, kind: 'future' }, units: '1', price: '4000' };
    expect(holdingFrom(future)?.document).toMatchObject({
      market_value: null,
      instrument: { type: 'OTHER' },
    });
  });

  it.each([
    [null],
    [{}],
    [{ instrument: STOCK, units: null }],
    [{ instrument: { kind: 'stock' }, units: '1' }],
  ])('%j is ignored', (position) => expect(holdingFrom(position)).toBeNull());
});

describe('the cash of a currency', () => {
  it('is published together with the buying power', () => {
    const row = { currency: { code: 'USD' }, cash: -12.4, buying_power: '1600' };
    expect(balancesFrom(row)).toMatchObject([
      { type: 'interimBooked', amount: '-12.40', currency: 'USD', credit_limit_included: null },
      { type: 'interimAvailable', amount: '1600.00', currency: 'USD', credit_limit_included: true },
    ]);
  });

  it('may be unknown, but must be readable', () => {
    expect(balancesFrom({ currency: { code: 'USD' }, cash: null, buying_power: null })).toEqual([]);
    expect(balancesFrom({ currency: { code: 'USD' }, cash: 'much' })).toBeNull();
    expect(balancesFrom({ cash: 1 })).toBeNull();
  });
});

describe('an account', () => {
  it.each([
    ['Q6542138443', '*******8443'],
    ['*****321', '*****321'],
    ['321', '***'],
  ])('of number %s is shown as %s', (number, masked) =>
    expect(profileFrom({ number }).account_number_masked).toBe(masked),
  );

  it.each([
    [null, 'INVESTMENT'],
    ['DEPOSIT', 'DEPOSIT'],
    ['LOC', 'LOC'],
    ['SOMETHING', 'INVESTMENT'],
  ])('of category %s is %s', (account_category, category) =>
    expect(profileFrom({ account_category }).account_category).toBe(category),
  );
});
