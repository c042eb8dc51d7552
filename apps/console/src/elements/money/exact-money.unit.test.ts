import { isNegative, moneyText, sumOf } from './exact-money';

describe('money on the screen', () => {
  it('keeps every digit of an amount that no JavaScript number can hold', () => {
    expect(moneyText('9007199254740993.12', 'EUR', 'auto', 'en')).toBe('€9,007,199,254,740,993.12');
    expect(moneyText('0.000000000000000001', 'USD', 'auto', 'en')).toBe('$0.000000000000000001');
  });

  it('has the decimals that the currency has, or more where the amount has more', () => {
    expect(moneyText('5', 'EUR', 'auto', 'en')).toBe('€5.00');
    expect(moneyText('1234', 'JPY', 'auto', 'en')).toBe('¥1,234');
    expect(moneyText('1.2345', 'EUR', 'auto', 'en')).toBe('€1.2345');
  });

  it('shows a minus always, a plus on request, and no sign on a zero', () => {
    expect(moneyText('-12.5', 'EUR', 'auto', 'en')).toBe('-€12.50');
    expect(moneyText('12.5', 'EUR', 'always', 'en')).toBe('+€12.50');
    expect(moneyText('0.00', 'EUR', 'always', 'en')).toBe('€0.00');
    expect(moneyText('-0.00', 'EUR', 'auto', 'en')).toBe('€0.00');
    expect(isNegative('-0.00')).toBe(false);
  });

  it('writes codes behind the amount that are no currencies', () => {
    expect(moneyText('1500.5', 'POINTS', 'auto', 'en')).toBe('1,500.5 POINTS');
    expect(moneyText('12.50', null, 'auto', 'en')).toBe('12.50');
  });

  it('shows what is no amount as it is', () => {
    expect(moneyText('1e3', 'EUR', 'auto', 'en')).toBe('1e3');
  });

  it('adds exactly', () => {
    expect(sumOf(['0.1', '0.2'])).toBe('0.3');
    expect(sumOf(['9007199254740993', '-1.01'])).toBe('9007199254740991.99');
    expect(sumOf([])).toBe('0');
  });
});
