/** A double preserves a decimal of at most this many significant digits. */
const DIGITS_MAX = 15;

/**
 * Converts the decimal to a number, for destinations that calculate with doubles; null if the double would not give the
 * same decimal back, so that money never changes.
 */
export function exactNumber(decimal: string): number | null {
  const [whole = '', fraction = ''] = decimal.replace(/^-/, '').split('.');
  const digits = `${whole}${fraction.replace(/0+$/, '')}`.replace(/^0+/, '');
  return digits.length <= DIGITS_MAX ? Number(decimal) : null;
}
