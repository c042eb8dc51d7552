import { isLosslessNumber, LosslessNumber, stringify } from 'lossless-json';
import { Decimal, InvalidDecimalError, isDecimal, parseDecimal, parseJsonNumber } from '@tributary/money';

/**
 * Parses JSON and preserves the digits of its numbers: some providers write money as JSON numbers, which JavaScript
 * numbers would round.
 * @throws SyntaxError
 */
export function parseLossless(text: string): unknown {
  let keys = 0;
  const marked = text.replace(STRING_OR_NUMBER, (token, colon: string | undefined) => {
    if (!token.startsWith('"')) return `"${NUMBER}${token}"`;
    if (colon !== undefined) keys += 1;
    return `"${STRING}${token.slice(1)}`;
  });
  const unmarking = new Unmarking();
  const value = unmarking.valueOf(JSON.parse(marked));
  if (unmarking.keys !== keys) throw new SyntaxError('an object has a member twice');
  return value;
}

/** A string, with the colon where it names a member; or a number. */
const STRING_OR_NUMBER = /"(?:[^"\\]+|\\[^])*"(\s*:)?|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const [STRING, NUMBER] = ['s', 'n'];

/**
 * Turns marked strings into strings and numbers. The text is parsed by `JSON.parse`, because a parser written in
 * JavaScript takes ten times as long and blocks the process meanwhile.
 */
class Unmarking {
  keys = 0;

  valueOf(value: unknown): unknown {
    if (typeof value === 'string') return this.stringOrNumber(value);
    if (Array.isArray(value)) return value.map((element) => this.valueOf(element));
    return typeof value === 'object' && value !== null ? this.objectOf(value) : value;
  }

  private objectOf(marked: object): object {
    const members = Object.entries(marked).map(([name, value]): [string, unknown] => {
      if (!name.startsWith(STRING)) throw new SyntaxError("a member's name is a number");
      this.keys += 1;
      return [name.slice(1), this.valueOf(value)];
    });
    return Object.fromEntries(members);
  }

  private stringOrNumber(marked: string): unknown {
    const text = marked.slice(1);
    return marked.startsWith(NUMBER) ? new LosslessNumber(text) : text;
  }
}

/** Serializes a value of `parseLossless` with its original numbers. */
export function stringifyLossless(value: unknown): string {
  return stringify(value) ?? 'null';
}

/**
 * Returns the decimal in a JSON number, or in a text that is unambiguously one: `-12.50`, `.50`, `5.`, `1E+2`. A text
 * with a comma is none, because it may separate thousands or decimals. Null if the value is absent.
 * @throws InvalidDecimalError if it is something else, or has more digits than money
 */
export function decimalOf(value: unknown): Decimal | null {
  if (value === null || value === undefined) return null;
  if (isLosslessNumber(value)) return parseJsonNumber(value.toString());
  if (typeof value === 'number') return exactNumber(value);
  if (typeof value !== 'string') throw new InvalidDecimalError('an amount must be a number');
  return statedDecimal(value.trim());
}

/** Returns the decimal like `decimalOf`; null also for other values. */
export function amountIn(value: unknown): Decimal | null {
  try {
    return value === '' ? null : decimalOf(value);
  } catch (error) {
    if (error instanceof InvalidDecimalError) return null;
    throw error;
  }
}

/** The most digits that a JavaScript number represents exactly. */
const EXACT_DIGITS_MAX = 15;

function exactNumber(value: number): Decimal {
  const text = String(value);
  const digits = text.replace(/e.*$/, '').replace(/\D/g, '').replace(/^0+/, '');
  if (digits.length <= EXACT_DIGITS_MAX) return parseJsonNumber(text);
  throw new InvalidDecimalError(`an amount as a number has more than ${EXACT_DIGITS_MAX} digits`);
}

/** A number as programs write it: a digit on either side of the point is enough, and an exponent may follow. */
const STATED = /^([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:e([+-]?\d{1,2}))?$/i;

function statedDecimal(text: string): Decimal {
  const plain = text.replace(MINUS_SIGN, '-');
  const [stated, sign = '', whole = '0', after, alone, exponent] = STATED.exec(plain) ?? [];
  // The usual case, and the source of the error for other texts.
  if (stated === undefined || isDecimal(plain)) return parseDecimal(plain);
  const fraction = after ?? alone ?? '';
  const number = `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`;
  return exponent === undefined ? parseDecimal(number) : parseJsonNumber(`${number}e${exponent}`);
}

/** The typographic minus sign. */
const MINUS_SIGN = /^\u2212/;
