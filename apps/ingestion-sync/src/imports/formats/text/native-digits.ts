import { normalizedText } from '@tributary/contracts';

/** Numbering systems with their own ten digits. */
const SYSTEMS = [
  'arab',
  'arabext',
  'beng',
  'deva',
  'fullwide',
  'gujr',
  'guru',
  'khmr',
  'laoo',
  'mymr',
  'thai',
];

const DIGITS: ReadonlyMap<string, string> = new Map(
  SYSTEMS.flatMap((numberingSystem) => {
    const format = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false });
    return Array.from({ length: 10 }, (_, digit): [string, string] => [format.format(digit), String(digit)]);
  }),
);

/** Arabic decimal and thousands marks, and invisible marks of direction. */
const ARABIC_MARKS = /[٫٬\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const NOT_ASCII = /[^\u0000-\u007f]/; // eslint-disable-line no-control-regex -- all of ASCII is meant

/** Longer texts are no numbers and no dates. */
const NUMBER_CHARS_MAX = 200;

/** Returns the text with the digits 0 to 9 and half-width signs, whatever its script. */
export function withPlainDigits(text: string): string {
  if (text.length > NUMBER_CHARS_MAX || !NOT_ASCII.test(text)) return text;
  return normalizedText(text, 'NFKC', NUMBER_CHARS_MAX)
    .replace(/\p{Nd}/gu, (digit) => DIGITS.get(digit) ?? digit)
    .replace(ARABIC_MARKS, (mark) => (mark === '٫' ? '.' : mark === '٬' ? ',' : ''));
}
