import { Decimal, roundDecimal } from './decimal';

const minorDigitsByCurrency = new Map<string, number>();

/** Number of digits after the point in the currency: EUR 2, JPY 0, KWD 3. */
export function minorDigits(currency: string): number {
  const known = minorDigitsByCurrency.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  minorDigitsByCurrency.set(currency, digits);
  return digits;
}

/**
 * Returns the canonical text of an amount in its currency: at least the currency's minor digits, and no zeros beyond
 * them. Further digits are never rounded away: `-8.95000` becomes `-8.95`, `-12.5` becomes `-12.50`, and `-1.2345`
 * stays.
 */
export function withMinorDigits(value: Decimal, currency: string): Decimal {
  const wanted = minorDigits(currency);
  const point = value.indexOf('.');
  const digits = point === -1 ? 0 : value.length - point - 1;
  if (digits === wanted) return value;
  if (digits < wanted) return `${point === -1 ? `${value}.` : value}${'0'.repeat(wanted - digits)}`;
  let end = value.length;
  while (end > point + 1 + wanted && value.charCodeAt(end - 1) === ZERO) end -= 1;
  return value.slice(0, wanted === 0 && end === point + 1 ? point : end);
}

const ZERO = '0'.charCodeAt(0);

const isoCurrencies = new Set(Intl.supportedValuesOf('currency'));

/**
 * The amount as it can be paid in its currency, rounded half away from zero: `-1.1847` EUR is `-1.18`. A currency that
 * is not in ISO 4217 is not rounded, because its number of digits is unknown.
 */
export function roundedToMinorDigits(value: Decimal, currency: string): Decimal {
  const exact = withMinorDigits(value, currency);
  const digits = exact.split('.')[1]?.length ?? 0;
  if (digits <= minorDigits(currency) || !isoCurrencies.has(currency)) return exact;
  return roundDecimal(exact, minorDigits(currency));
}
