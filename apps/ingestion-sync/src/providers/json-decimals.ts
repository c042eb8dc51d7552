import { isLosslessNumber, parse, stringify } from 'lossless-json';
import { Decimal, InvalidDecimalError, parseDecimal, parseJsonNumber } from '@tributary/money';

/**
 * The JSON value of a text, its numbers kept digit by digit: some providers write money as JSON numbers, and a
 * JavaScript number would round them. @throws SyntaxError
 */
export function parseLossless(text: string): unknown {
  return parse(text);
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
