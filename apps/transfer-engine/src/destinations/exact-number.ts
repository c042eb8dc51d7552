/** A double keeps every decimal of so many significant digits: written and read again, it is the same. */
const DIGITS_MAX = 15;

/**
 * The decimal as a number for destinations that calculate with doubles; null where one would not give the same decimal
 * back, so that money never changes on the way.
 */
export function exactNumber(decimal: string): number | null {
  const [whole = '', fraction = ''] = decimal.replace(/^-/, '').split('.');
  const digits = `${whole}${fraction.replace(/0+$/, '')}`.replace(/^0+/, '');
  return digits.length <= DIGITS_MAX ? Number(decimal) : null;
}
