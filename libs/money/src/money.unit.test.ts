import fc from 'fast-check';
import {
  absoluteDecimal,
  addDecimals,
  compareDecimals,
  divideDecimals,
  fromHundredths,
  isDecimal,
  isOutflow,
  isSameDecimal,
  isZero,
  multiplyDecimals,
  negateDecimal,
  parseDecimal,
  parseJsonNumber,
  toHundredths,
  toMilliunits,
} from './decimal';
import { roundedToMinorDigits, withMinorDigits } from './currency';

describe('amounts from outside', () => {
  it.each([
    '1e3',
    'NaN',
    'Infinity',
    '',
    ' 1',
    '1,000.00',
    '.5',
    '5.',
    '--1',
    '0x10',
    '1234567890123456789012345',
  ])('refuses %p with a reason that does not repeat it', (text) => {
    expect(() => parseDecimal(text)).toThrow(/amount/);
    expect(isDecimal(text)).toBe(false);
  });

  it.each([
    ['+12.50', '12.50'],
    ['-0012.50', '-12.50'],
    ['-0.00', '0.00'],
    ['00', '0'],
    ['-1200', '-1200'],
  ])('reads %p as %p', (text, expected) => expect(parseDecimal(text)).toBe(expected));
});

const decimals = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.integer({ min: 0, max: 99 }))
  .map(([negative, whole, cents]) =>
    parseDecimal(`${negative ? '-' : ''}${whole}.${String(cents).padStart(2, '0')}`),
  );

describe('nothing', () => {
  it.each(['0', '0.00', '-0', '-0.00', '00', '0.000000000000'])('is nothing, written as %p', (text) => {
    expect(isZero(text)).toBe(true);
    expect(isOutflow(text)).toBe(false);
    expect(isSameDecimal(text, '0')).toBe(true);
  });

  it.each(['0.01', '-0.01', '10', '100.00', '', 'nothing', '0x0'])('is not %p', (text) =>
    expect(isZero(text)).toBe(false),
  );

  it('is what is left of an amount that is taken from itself, written with any decimals', () => {
    fc.assert(
      fc.property(decimals, (value) => {
        expect(isZero(addDecimals(value, negateDecimal(`${value}0`)))).toBe(true);
      }),
    );
  });
});

describe('exact arithmetic', () => {
  it('agrees with integer cents on any sum', () => {
    const cents = (value: string): bigint => BigInt(value.replace('.', ''));
    fc.assert(
      fc.property(fc.array(decimals, { minLength: 1, maxLength: 20 }), (values) => {
        expect(cents(addDecimals(...values))).toBe(values.map(cents).reduce((a, b) => a + b, 0n));
      }),
    );
  });

  it('negating twice gives the amount back', () => {
    fc.assert(fc.property(decimals, (value) => expect(negateDecimal(negateDecimal(value))).toBe(value)));
  });

  it('compares by value, not by text', () => expect(compareDecimals('1.0', '1.00')).toBe(0));

  it.each([
    ['-12.40', -12400],
    ['0.0005', 1],
    ['-0.0005', -1],
    ['700.00', 700000],
  ])('gives %p as %p milliunits', (value, expected) => expect(toMilliunits(value)).toBe(expected));

  it.each([
    ['-12.40', -1240],
    ['0.10', 10],
    ['1200', 120_000],
    ['-0', 0],
    ['1.500', 150],
  ])('gives %p as %p hundredths, and back', (value, expected) => {
    expect(toHundredths(value)).toBe(expected);
    expect(compareDecimals(fromHundredths(expected), value)).toBe(0);
  });

  it.each([
    ['1.505', 'more than two decimals'],
    ['-0.001', 'more than two decimals'],
    ['999999999999999999', 'too large'],
  ])('has no hundredths of %p: %s', (value, reason) => expect(() => toHundredths(value)).toThrow(reason));
});

it.each([
  ['-12.5', 'EUR', '-12.50'],
  ['-1200', 'JPY', '-1200'],
  ['1.5', 'KWD', '1.500'],
  ['1.23456', 'EUR', '1.23456'],
  ['-8.95000', 'EUR', '-8.95'],
  ['1.23400', 'EUR', '1.234'],
  ['1200.0', 'JPY', '1200'],
  ['0.00', 'JPY', '0'],
  ['100', 'JPY', '100'],
  ['2.5000', 'KWD', '2.500'],
])('writes %p %s as %p: its minor digits, no zeros beyond them, never rounded', (value, currency, expected) =>
  expect(withMinorDigits(value, currency)).toBe(expected),
);

it.each([
  ['-1.1847', 'EUR', '-1.18'],
  ['-1.185', 'EUR', '-1.19'],
  ['-0.001', 'EUR', '0.00'],
  ['12.5', 'EUR', '12.50'],
  ['1.5', 'JPY', '2'],
  ['1.2345', 'KWD', '1.235'],
  ['0.00012', 'BTC', '0.00012'],
])('pays %p %s as %p: rounded to the digits of a currency that is known', (value, currency, expected) =>
  expect(roundedToMinorDigits(value, currency)).toBe(expected),
);

describe('units and prices', () => {
  it.each([
    ['620.90', '2', '310.45'],
    ['1', '3', '0.333333333333'],
    ['2', '3', '0.666666666667'],
    ['0.00', '5', '0'],
    ['5', '0', null],
  ])('%s / %s is %s', (a, b, quotient) => expect(divideDecimals(a, b)).toBe(quotient));

  it.each([
    [['0.1', '0.2', '-100'], '-2'],
    [['0.123456789012345678', '1.5'], '0.185185183519'],
  ])('the product of %j is %s', (factors, product) => expect(multiplyDecimals(...factors)).toBe(product));

  it('without their sign are the same size', () => {
    expect([absoluteDecimal('-620.90'), absoluteDecimal('620.90')]).toEqual(['620.90', '620.90']);
  });

  it.each([
    ['1e-08', '0.00000001'],
    ['-2.50E+2', '-250'],
    ['620.90', '620.90'],
  ])('are read from JSON: %s as %s', (text, value) => expect(parseJsonNumber(text)).toBe(value));

  it.each(['1e999', '1e', 'e5', 'NaN', '1e30'])('are refused where JSON has %s', (text) =>
    expect(() => parseJsonNumber(text)).toThrow(/amount/),
  );
});
