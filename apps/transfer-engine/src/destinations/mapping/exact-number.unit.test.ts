import { exactNumber } from './exact-number';
import { shortenedText } from './shortened-text';

it.each([
  ['-12.40', -12.4],
  ['0.00', 0],
  ['-1200', -1200],
  ['0.001', 0.001],
  ['999999999999999', 999_999_999_999_999],
  ['9999999999999.99', 9_999_999_999_999.99],
  ['1000000000000000', null],
  ['99999999999999.99', null],
  ['0.1234567890123456', null],
])('%s as a number is %p', (decimal, number) => expect(exactNumber(decimal)).toBe(number));

it('a number has the same decimals when it is read again', () => {
  for (let digits = 1; digits <= 15; digits += 1) {
    const decimal = `${'9'.repeat(digits)}`.replace(/(\d\d)$/, '.$1').replace(/^\./, '0.');
    expect(Number(String(exactNumber(decimal)))).toBe(Number(decimal));
    expect(String(exactNumber(decimal))).toBe(decimal);
  }
});

it('a text is cut without splitting a character', () => {
  expect(shortenedText(' abc ', 3)).toBe('abc');
  expect(shortenedText('ab😀', 3)).toBe('ab');
  expect(shortenedText('ab😀', 4)).toBe('ab😀');
});
