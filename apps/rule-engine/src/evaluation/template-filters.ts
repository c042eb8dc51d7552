import { Decimal, parseDecimal } from '@tributary/money';
import { cachedPattern } from './regular-expressions';

const DECIMALS_MAX = 24;

/**
 * Filters beside Liquid's own: regular expressions with captures, which Liquid lacks, and money as exact
 * decimals, which Liquid's number filters would turn into floats.
 */
export const templateFilters: Readonly<Record<string, (...args: unknown[]) => string>> = {
  /** `{{ x | regex_replace: "\\s+", " " }}`; `$1` in the replacement is the first capture. */
  regex_replace: (input, pattern, replacement) =>
    cachedPattern(textOf(pattern)).matcher(textOf(input)).replaceAll(textOf(replacement)),

  /** `{{ x | regex_extract: "INV-(\\d+)", 1 }}`; group 0 or none is the whole match, no match is empty. */
  regex_extract: (input, pattern, group) => {
    const matcher = cachedPattern(textOf(pattern)).matcher(textOf(input));
    return matcher.find() ? (matcher.group(Number(group ?? 0)) ?? '') : '';
  },

  money_abs: (input) => parseDecimal(textOf(input)).replace('-', ''),

  /** `{{ amount | money_round: 0 }}`: half away from zero; two decimals where none are named. */
  money_round: (input, decimals) => roundDecimal(textOf(input), Number(decimals ?? 2)),
};

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function roundDecimal(value: string, decimals: number): Decimal {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > DECIMALS_MAX) {
    throw new RangeError(`money_round takes 0 to ${DECIMALS_MAX} decimals`);
  }
  const canonical = parseDecimal(value);
  const sign = canonical.startsWith('-') ? '-' : '';
  const [whole = '0', fraction = ''] = canonical.replace('-', '').split('.');
  const dropped = Math.max(0, fraction.length - decimals);
  const unit = 10n ** BigInt(dropped);
  const digits = (BigInt(whole + fraction.padEnd(decimals, '0')) + unit / 2n) / unit;
  const text = digits.toString().padStart(decimals + 1, '0');
  const point = text.length - decimals;
  return parseDecimal(sign + (decimals === 0 ? text : `${text.slice(0, point)}.${text.slice(point)}`));
}
