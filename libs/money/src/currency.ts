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

/** Pads an amount to its currency's minor digits; digits beyond them are kept, never rounded away. */
export function withMinorDigits(value: Decimal, currency: string): Decimal {
  const wanted = minorDigits(currency);
  const point = value.indexOf('.');
  if ((point === -1 ? 0 : value.length - point - 1) >= wanted) return value;
  const [whole = '0', fraction = ''] = value.split('.');
  return `${whole}.${fraction.padEnd(wanted, '0')}`;
}
