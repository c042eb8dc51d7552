import { addDecimals } from './decimal';
import { DecimalSum } from './decimal-sum';

const sumOf = (...values: string[]) => {
  const sum = new DecimalSum();
  for (const value of values) sum.add(value);
  return sum.value;
};

describe('the sum of many amounts', () => {
  it.each([
    [[], '0'],
    [['0.10', '0.20'], '0.30'],
    [['-0.05'], '-0.05'],
    [['1', '-0.001'], '0.999'],
    [['-12.50', '12.5'], '0.00'],
    [['999999999999999999999', '1'], '1000000000000000000000'],
  ])('of %j is %s, exactly', (values, expected) => {
    expect(sumOf(...values)).toBe(expected);
  });

  it('is the same as the amounts added at once', () => {
    const values = Array.from(
      { length: 500 },
      (_, at) => `${at % 2 ? '-' : ''}${at * 37}.${(at * 13) % 100}`,
    );
    expect(sumOf(...values)).toBe(addDecimals(...values));
  });
});
