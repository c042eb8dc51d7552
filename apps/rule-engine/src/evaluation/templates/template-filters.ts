import {
  absoluteDecimal,
  addDecimals,
  Decimal,
  divideDecimals,
  multiplyDecimals,
  negateDecimal,
  parseDecimal,
  roundDecimal,
} from '@tributary/money';
import { cachedPattern, searchable } from '../regular-expressions/regular-expressions';
import { VALUE_LENGTH_MAX, ValueTooLongError } from './value-length';

const DECIMALS_MAX = 12;
const REPLACEMENT_LENGTH_MAX = 1000;

/**
 * Additional filters: regular expressions with captures, which Liquid lacks, and money as exact decimals, which
 * Liquid's number filters would convert to floats.
 */
export const templateFilters: Readonly<Record<string, (...args: unknown[]) => string>> = {
  /** `{{ x | regex_replace: "\\s+", " " }}`; `$1` in the replacement is the first capture, `$&` the match. */
  regex_replace: (input, pattern, replacement) =>
    replaceAll(textOf(input), textOf(pattern), textOf(replacement)),

  /**
   * `{{ x | regex_extract: "INV-(\\d+)", 1 }}` returns a group of the match. Group 0, or no group, is the whole match;
   * without a match the result is empty.
   */
  regex_extract: (input, pattern, group) => {
    const matcher = cachedPattern(textOf(pattern)).matcher(searchable(textOf(input)));
    return matcher.find() ? (matcher.group(Number(group ?? 0)) ?? '') : '';
  },

  money_abs: (input) => absoluteDecimal(parseDecimal(textOf(input))),
  money_negate: (input) => negateDecimal(parseDecimal(textOf(input))),
  money_plus: (input, other) => addDecimals(parseDecimal(textOf(input)), parseDecimal(textOf(other))),
  money_minus: (input, other) =>
    addDecimals(parseDecimal(textOf(input)), negateDecimal(parseDecimal(textOf(other)))),

  /** `{{ amount | money_times: currency_exchange.exchange_rate | money_round: 2 }}` */
  money_times: (input, factor) => multiplyDecimals(parseDecimal(textOf(input)), parseDecimal(textOf(factor))),

  /** `{{ amount | money_divided_by: "3", 2 }}`: rounds half away from zero; default: two decimals. */
  money_divided_by: (input, divisor, decimals) =>
    roundDecimal(quotient(textOf(input), textOf(divisor)), decimalsOf(decimals)),

  /** `{{ amount | money_round: 0 }}`: rounds half away from zero; default: two decimals. */
  money_round: (input, decimals) => roundDecimal(parseDecimal(textOf(input)), decimalsOf(decimals)),
};

function quotient(dividend: string, divisor: string): Decimal {
  const result = divideDecimals(parseDecimal(dividend), parseDecimal(divisor));
  if (result === null) throw new RangeError('an amount cannot be divided by zero');
  return result;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function decimalsOf(value: unknown): number {
  const decimals = Number(value ?? 2);
  if (Number.isInteger(decimals) && decimals >= 0 && decimals <= DECIMALS_MAX) return decimals;
  throw new RangeError(`amounts are rounded to 0 to ${DECIMALS_MAX} decimals`);
}

/**
 * Replaces all matches; stops as soon as the result exceeds the longest value, because a few characters could produce
 * gigabytes.
 */
function replaceAll(text: string, pattern: string, replacement: string): string {
  if (replacement.length > REPLACEMENT_LENGTH_MAX) throw new ValueTooLongError();
  let length = 0;
  return cachedPattern(pattern)
    .matcher(searchable(text))
    .replaceAll((...match: unknown[]) => {
      const expanded = expand(replacement, match);
      length += expanded.length;
      if (length > VALUE_LENGTH_MAX) throw new ValueTooLongError();
      return expanded;
    });
}

/**
 * Expands `$1` and `$&`. `match` has the whole match, its captures, then members that the engine adds (numbers, texts,
 * names).
 */
function expand(replacement: string, match: readonly unknown[]): string {
  const captures = match.findIndex((one) => typeof one === 'number');
  return replacement.replaceAll(/\$([$&]|\d{1,2})/g, (written, name: string) => {
    if (name === '$') return '$';
    const index = name === '&' ? 0 : Number(name);
    return index < captures ? textOf(match[index]) : written;
  });
}
