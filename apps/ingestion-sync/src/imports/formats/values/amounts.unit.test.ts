import fc from 'fast-check';
import { compareDecimals, parseDecimal } from '@tributary/money';
import { decimalMarkOf, isAmount, readAmount } from './amounts';

describe('amounts in files', () => {
  it.each([
    ['1.234,56-', '-1234.56'],
    ['(12.50)', '-12.50'],
    ['($1,234.50)', '-1234.50'],
    ['+5', '5'],
    ['1 234,50 EUR', '1234.50'],
    ['1\u00a0234\u00a0567,50', '1234567.50'],
    ["CHF 1'234.50", '1234.50'],
    ['-$12.50', '-12.50'],
    ['$-12.50', '-12.50'],
    ['−7,20', '-7.20'],
    ['7,20 DR', '-7.20'],
    ['7,20CR', '7.20'],
    ['7,20 S', '-7.20'],
    ['7,20 H', '7.20'],
    ['12.50 USD', '12.50'],
    ['12,-', '12'],
    ['.50', '0.50'],
    ['12,', '12'],
    ['1.234.567', '1234567'],
    ['12,34,567.50', '1234567.50'],
    ['-0,00', '0.00'],
  ])('reads %p as %p', (text, amount) => expect(readAmount(text, null)).toBe(amount));

  it.each([
    '',
    '-',
    '1.2.3',
    '12,50,1',
    '1e9',
    '--5',
    'abc',
    '12 50',
    '0x10',
    '1,,2',
    'NaN',
    '1.23,456',
    '9'.repeat(25),
  ])('refuses %p with a reason that does not repeat it', (text) => {
    expect(() => readAmount(text, null)).toThrow(/^The amount (is not a number|has too many digits)\.$/);
  });

  it('never takes decimals for thousands where the other mark is known', () => {
    expect(() => readAmount('12.50', ',')).toThrow();
    expect(readAmount('1.234', ',')).toBe('1234');
    expect(readAmount('1.234', '.')).toBe('1.234');
  });

  it('knows the mark only where it can be one', () => {
    expect(['1.234', '12', '1.234,5', '0.123', '1,50', '1,234,567'].map(decimalMarkOf)).toEqual([
      null,
      null,
      ',',
      '.',
      ',',
      '.',
    ]);
  });

  it('reads what it writes, in every style of writing', () => {
    const styles = fc.record({
      mark: fc.constantFrom('.' as const, ',' as const),
      thousands: fc.boolean(),
      sign: fc.constantFrom('before', 'behind', 'brackets', 'letters'),
      currency: fc.constantFrom('', 'EUR ', '$', '€ '),
    });
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 15n }),
        fc.integer({ min: 0, max: 99 }),
        fc.boolean(),
        styles,
        (whole, cents, negative, style) => {
          const plain = parseDecimal(`${negative ? '-' : ''}${whole}.${String(cents).padStart(2, '0')}`);
          const read = readAmount(written(whole, cents, negative, style), style.mark);
          expect(compareDecimals(read, plain)).toBe(0);
        },
      ),
    );
  });

  it('reads any text as an amount or refuses it, and says the same of it', () => {
    const alphabet = fc.constantFrom(..."0123456789.,-+() '$€CDRSHEU".split(''));
    fc.assert(
      fc.property(
        fc.string({ unit: alphabet, maxLength: 20 }),
        fc.constantFrom('.' as const, ',' as const, null),
        (text, mark) => {
          if (!isAmount(text, mark)) expect(() => readAmount(text, mark)).toThrow(/^The amount/);
          else expect(readAmount(text, mark)).toMatch(/^-?\d+(\.\d+)?$/);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

interface Style {
  readonly mark: '.' | ',';
  readonly thousands: boolean;
  readonly sign: string;
  readonly currency: string;
}

function written(
  whole: bigint,
  cents: number,
  negative: boolean,
  { mark, thousands, sign, currency }: Style,
): string {
  const other = mark === '.' ? ',' : '.';
  const digits = thousands ? whole.toString().replace(/\B(?=(\d{3})+$)/g, other) : whole.toString();
  const amount = `${currency}${digits}${mark}${String(cents).padStart(2, '0')}`;
  if (!negative) return amount;
  switch (sign) {
    case 'before':
      return `-${amount}`;
    case 'behind':
      return `${amount}-`;
    case 'brackets':
      return `(${amount})`;
    default:
      return `${amount} DR`;
  }
}
