import { isLosslessNumber, LosslessNumber, stringify } from 'lossless-json';
import { Decimal, InvalidDecimalError, parseDecimal, parseJsonNumber } from '@tributary/money';

/**
 * The JSON value of a text, its numbers kept digit by digit: some providers write money as JSON numbers, and a
 * JavaScript number would round them. @throws SyntaxError
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
 * Turns the strings, each with its mark in front, into strings and numbers. The parser of the language reads them: one
 * that is written in it takes ten times as long, in which the process does nothing else.
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

/** What `parseLossless` read, as it was. */
export function stringifyLossless(value: unknown): string {
  return stringify(value) ?? 'null';
}

/**
 * The decimal in a JSON number, or in a string that is a plain one; null where there is none.
 * @throws InvalidDecimalError where there is something else, or more digits than money has
 */
export function decimalOf(value: unknown): Decimal | null {
  if (value === null || value === undefined) return null;
  if (isLosslessNumber(value)) return parseJsonNumber(value.toString());
  if (typeof value === 'number') return parseJsonNumber(String(value));
  if (typeof value !== 'string') throw new InvalidDecimalError('an amount must be a number');
  return parseDecimal(value.trim());
}
