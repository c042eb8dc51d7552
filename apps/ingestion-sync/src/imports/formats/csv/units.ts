import { Decimal } from '@tributary/money';

/** The number of compared decimals; amounts have fewer. */
const DECIMALS = 8;

/** Returns the amount as a whole number of its smallest units, for sums of many. */
export function unitsOf(value: Decimal): bigint {
  const point = value.indexOf('.');
  const whole = point === -1 ? value : value.slice(0, point);
  const fraction = point === -1 ? '' : value.slice(point + 1, point + 1 + DECIMALS);
  return BigInt(whole + fraction.padEnd(DECIMALS, '0'));
}

/** Returns the amount of this number of units, with as many decimals as it needs. */
export function decimalOf(units: bigint): Decimal {
  const digits = (units < 0n ? -units : units).toString().padStart(DECIMALS + 1, '0');
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '');
  const text = digits.slice(0, -DECIMALS) + (fraction === '' ? '' : `.${fraction}`);
  return units < 0n ? `-${text}` : text;
}
