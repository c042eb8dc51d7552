import { Decimal, InvalidDecimalError, parseDecimal, withMinorDigits } from '@tributary/money';
import { isCurrencyMark } from './currency-marks';
import { NO_CURRENCY } from '../statement';
import { EntryUnreadable } from '../statement-problem';
import { withPlainDigits } from '../text/native-digits';

export type DecimalMark = '.' | ',';

/** More than any amount has, with its currency and blanks. */
const AMOUNT_CHARS_MAX = 64;

/** Blanks and apostrophes that separate thousands, with either decimal mark. */
const BLANK_MARKS = /[\s'’‘`´]/g;
/** Currency marks before an amount: letters and signs up to the number, its sign or its bracket. */
const MARK_BEFORE = /^([\p{L}\p{Sc}][\p{L}\p{Sc}/.]{0,8}?)\s*(?=[-+(]|[.,]?\d)/u;
const MARK_BEHIND = /(?<=[\d.,)+\-\s])([\p{L}\p{Sc}][\p{L}\p{Sc}/.]{0,8})$/u;
/** Variants of the minus sign. */
const MINUS = /[−–‐‑﹣－△▲]/g;
/** Only a sign, digits and marks, as in most amounts. */
const PLAIN = /^([+-]?)([\d.,]+)$/;
/** A dash instead of cents: `12,-` and `12.–`. */
const NO_CENTS = /[.,](?:--|[-–—])$/;
/** Letters or words behind an amount that give its direction. */
const DIRECTION_BEHIND = /(?<=[\d.,)\s])(?:\((CR|DR|DB|[CDSH])\)|(CR|DR|DB|[CDSH])\.?)$/i;
const DIRECTION_BEFORE = /^(CR|DR|DB)\.?\s*(?=[\d\p{Sc}])/iu;
const OUT_OF_THE_ACCOUNT = /^(DR|DB|D|S)$/i;

/**
 * Parses an amount as banks and programs write it: `1.234,56-`, `(12.50)`, `+5`, `1 234,50 EUR`, `7,20 DR`, `7,20(Dr)`.
 * @param mark the decimal mark; null if only the amount itself can tell
 * @throws EntryUnreadable
 */
export function readAmount(text: string, mark: DecimalMark | null): Decimal {
  if (text.length > AMOUNT_CHARS_MAX) throw new EntryUnreadable('The amount is too long.');
  const { digits, negative } = unsigned(text);
  const plain = plainDigits(digits, mark ?? markOf(digits) ?? '.');
  if (plain === null) throw new EntryUnreadable('The amount is not a number.');
  try {
    return parseDecimal(negative ? `-${plain}` : plain);
  } catch (error) {
    if (error instanceof InvalidDecimalError) throw new EntryUnreadable('The amount has too many digits.');
    throw error;
  }
}

/** Returns whether the text is an amount. */
export function isAmount(text: string, mark: DecimalMark | null): boolean {
  if (text.length > AMOUNT_CHARS_MAX) return false;
  const { digits } = unsigned(text);
  return plainDigits(digits, mark ?? markOf(digits) ?? '.') !== null;
}

/** Returns the decimal mark if the amount allows only one; null if it does not tell, like `12` and `1.234`. */
export function decimalMarkOf(text: string): DecimalMark | null {
  return text.length > AMOUNT_CHARS_MAX ? null : markOf(unsigned(text).digits);
}

/** Returns the amount with the number of decimals of its currency. */
export function inCurrency(amount: Decimal, currency: string): Decimal {
  return currency === NO_CURRENCY ? amount : withMinorDigits(amount, currency);
}

function unsigned(text: string): { digits: string; negative: boolean } {
  let rest = text.trim();
  const plain = PLAIN.exec(rest);
  if (plain !== null) return { digits: plain[2] ?? '', negative: plain[1] === '-' };
  rest = withPlainDigits(rest).replace(MINUS, '-');
  let negative = false;
  const direction = /\d/.test(rest) ? (DIRECTION_BEHIND.exec(rest) ?? DIRECTION_BEFORE.exec(rest)) : null;
  if (direction !== null) {
    negative = OUT_OF_THE_ACCOUNT.test(direction[1] ?? direction[2] ?? '');
    rest = rest.slice(0, direction.index) + rest.slice(direction.index + direction[0].length);
  }
  rest = withoutCurrency(rest).replace(NO_CENTS, '');
  if (/^\(.*\)$/.test(rest)) [negative, rest] = [true, rest.slice(1, -1)];
  else if (rest.startsWith('-')) [negative, rest] = [!negative, rest.slice(1)];
  else if (rest.endsWith('-')) [negative, rest] = [!negative, rest.slice(0, -1)];
  else if (rest.startsWith('+')) rest = rest.slice(1);
  else if (rest.endsWith('+')) rest = rest.slice(0, -1);
  return { digits: withoutCurrency(rest), negative };
}

function withoutCurrency(text: string): string {
  const trimmed = text.trim();
  if (!/[\p{L}\p{Sc}]/u.test(trimmed)) return trimmed;
  const before = MARK_BEFORE.exec(trimmed);
  const rest = before !== null && isMark(before[1]) ? trimmed.slice(before[0].length) : trimmed;
  const behind = MARK_BEHIND.exec(rest);
  return (behind !== null && isMark(behind[1]) ? rest.slice(0, behind.index) : rest).trim();
}

function isMark(text = ''): boolean {
  return isCurrencyMark(text) || /^[A-Z]{0,3}\p{Sc}$/u.test(text);
}

/** Returns the digits with a point, or null if the text is no number with this decimal mark. */
function plainDigits(text: string, mark: DecimalMark): string | null {
  const parts = text.split(mark);
  if (parts.length > 2) return null;
  const [whole = '', fraction = ''] = parts;
  const digits = wholeDigits(whole, mark === '.' ? ',' : '.');
  if (digits === null || !/^\d*$/.test(fraction) || digits + fraction === '') return null;
  return `${digits === '' ? '0' : digits}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Returns the integer digits. Thousands must be in groups of three: `12.50` with a decimal comma is not 1,250. */
function wholeDigits(text: string, mark: '.' | ','): string | null {
  if (/^\d*$/.test(text)) return text;
  const groups = text.replace(BLANK_MARKS, mark).split(mark);
  const [first = '', ...further] = groups;
  const last = further.pop();
  const grouped =
    /^\d{1,3}$/.test(first) &&
    /^\d{3}$/.test(last ?? '') &&
    further.every((group) => /^\d{2,3}$/.test(group));
  return grouped ? groups.join('') : null;
}

function markOf(digits: string): DecimalMark | null {
  const plain = digits.replace(BLANK_MARKS, '');
  const [point, comma] = [plain.lastIndexOf('.'), plain.lastIndexOf(',')];
  if (point === -1 && comma === -1) return null;
  if (point !== -1 && comma !== -1) return point > comma ? '.' : ',';
  const mark: DecimalMark = point === -1 ? ',' : '.';
  const other: DecimalMark = mark === '.' ? ',' : '.';
  if (plain.indexOf(mark) !== plain.lastIndexOf(mark)) return other;
  const decimals = plain.length - plain.lastIndexOf(mark) - 1;
  const whole = plain.slice(0, plain.lastIndexOf(mark));
  return decimals === 3 && /^[1-9]\d{0,2}$/.test(whole) ? null : mark;
}
