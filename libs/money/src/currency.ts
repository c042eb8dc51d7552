import { Decimal } from './decimal';

const minorDigitsByCurrency = new Map<string, number>();

/** Digits after the point that the currency is written with: EUR 2, JPY 0, KWD 3. */
export function minorDigits(currency: string): number {
  const known = minorDigitsByCurrency.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  minorDigitsByCurrency.set(currency, digits);
  return digits;
}

/**
 * The one text that an amount has in its currency: at least the currency's minor digits, and no zeros beyond them. Further
 * digits are kept, never rounded away: `-8.95000` is `-8.95`, `-12.5` is `-12.50`, `-1.2345` stays.
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
