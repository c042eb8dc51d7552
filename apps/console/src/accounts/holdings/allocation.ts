import type { Holding } from '@tributary/client';
import { isNegative, sumOf } from '../../elements/money/exact-money';

/** A holding and its share of all holdings in its currency. */
export interface Share {
  readonly holding: Holding;
  /** Share in tenths of a percent; null if the broker reported no value, or if the position is short. */
  readonly permille: number | null;
}

/** The holdings in one currency. Currencies are never added together. */
export interface Allocation {
  readonly currency: string | null;
  /** The sum of all positions with a value, short ones subtracted. */
  readonly total: string;
  readonly shares: readonly Share[];
}

/** Holdings by currency, each with its part of the positive values. */
export function allocationOf(holdings: readonly Holding[]): readonly Allocation[] {
  const currencies = [...new Set(holdings.map(({ currency }) => currency))];
  return currencies.map((currency) => {
    const ofCurrency = holdings.filter((holding) => holding.currency === currency);
    const values = ofCurrency.flatMap(({ market_value: value }) => (value === null ? [] : [value]));
    const whole = sumOf(values.filter((value) => !isNegative(value)));
    const shares = ofCurrency.map((holding) => ({
      holding,
      permille: permilleOf(holding.market_value, whole),
    }));
    return { currency, total: sumOf(values), shares };
  });
}

/** Null where there is nothing to compare. */
function permilleOf(part: string | null, whole: string): number | null {
  if (part === null || isNegative(part)) return null;
  const decimals = Math.max(decimalsOf(part), decimalsOf(whole));
  const [units, all] = [unitsOf(part, decimals), unitsOf(whole, decimals)];
  return all === 0n ? null : Number((units * 1_000n + all / 2n) / all);
}

function decimalsOf(amount: string): number {
  return amount.split('.')[1]?.length ?? 0;
}

function unitsOf(amount: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(`${whole}${fraction.padEnd(decimals, '0')}`);
}
