import { isDecimal, isZero, negateDecimal } from '@tributary/money';
import { sumOf } from '../../elements/money/exact-money';

/** Whether the text is an exact decimal number. */
export function isAmount(text: string): boolean {
  return isDecimal(text);
}

/** The rest of the amount after all parts; parts without an amount count as zero. Null if one is no number. */
export function remainderOf(amount: string, parts: readonly string[]): string | null {
  const given = parts.filter((part) => part !== '');
  if (!given.every(isAmount)) return null;
  return sumOf([amount, ...given.map(negateDecimal)]);
}

/** Whether every part has an amount, and nothing is left of the whole. */
export function isSplitWhole(amount: string, parts: readonly string[]): boolean {
  const remainder = remainderOf(amount, parts);
  return remainder !== null && isZero(remainder) && parts.every((part) => part !== '');
}
