import Big from 'big.js';

/**
 * An exact decimal number as text, such as `-12.50`. Money is never a JavaScript number between the
 * provider's bytes and ours: `0.1 + 0.2` must stay `0.3`.
 */
export type Decimal = string;

/** A text that should be a decimal amount and is not. Carries the reason, never the text itself. */
export class InvalidDecimalError extends Error {
  override readonly name = 'InvalidDecimalError';
}

/** Plain digits with an optional sign and fraction: no exponent, no NaN, no thousands separators. */
const PLAIN_DECIMAL = /^[+-]?([0-9]+)(?:\.([0-9]+))?$/;

/** Amounts in canonical form, as nearly all are: no zero in front, no sign on a zero. */
const CANONICAL_DECIMAL = /^(?:-(?=.*[1-9]))?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Maximum of digits: more than any currency needs mean a broken source rather than a large amount. */
const MAX_DIGITS = 24;

/** Whether `parseDecimal` accepts the text. */
export function isDecimal(text: unknown): text is Decimal {
  return typeof text === 'string' && decimalProblem(text) === null;
}

/**
 * Parses an amount from outside and returns it in canonical form: no plus sign, no leading zeros, no negative zero;
 * the digits after the point are unchanged.
 * @throws InvalidDecimalError on exponents, `NaN`, blanks, or more than 24 digits.
 */
export function parseDecimal(text: string): Decimal {
  if (text.length <= MAX_DIGITS && CANONICAL_DECIMAL.test(text)) return text;
  const problem = decimalProblem(text);
  if (problem !== null) throw new InvalidDecimalError(problem);
  const [, whole = '', fraction] = PLAIN_DECIMAL.exec(text) ?? [];
  const digits = whole.replace(/^0+(?=\d)/, '') + (fraction === undefined ? '' : `.${fraction}`);
  return text.startsWith('-') && /[1-9]/.test(digits) ? `-${digits}` : digits;
}

function decimalProblem(text: string): string | null {
  const match = PLAIN_DECIMAL.exec(text);
  if (!match) return 'an amount must be a plain decimal number such as "-12.50"';
  const digits = (match[1] ?? '').replace(/^0+/, '').length + (match[2] ?? '').length;
  return digits > MAX_DIGITS ? `an amount has at most ${MAX_DIGITS} digits` : null;
}

/** The exact sum, with as many decimals as the longest operand has. */
export function addDecimals(...values: Decimal[]): Decimal {
  const sum = values.reduce((total, value) => total.plus(value), new Big(0));
  return parseDecimal(sum.toFixed(values.reduce((most, value) => Math.max(most, decimalsOf(value)), 0)));
}

/** Products and quotients are rounded half away from zero to this many decimals. */
const DERIVED_DECIMALS = 12;
const Derived = Big();
Derived.DP = DERIVED_DECIMALS;
Derived.RM = Derived.roundHalfUp;

/** The product to 12 decimals, without zeros at its end. */
export function multiplyDecimals(...values: Decimal[]): Decimal {
  const product = values.reduce((total, value) => total.times(value), new Derived(1));
  return parseDecimal(product.round(DERIVED_DECIMALS).toFixed());
}

/** The quotient to 12 decimals, without zeros at its end; null where `b` is zero. */
export function divideDecimals(a: Decimal, b: Decimal): Decimal | null {
  const divisor = new Derived(b);
  return divisor.eq(0) ? null : parseDecimal(new Derived(a).div(divisor).toFixed());
}

/** The amount with this number of decimals, rounded half away from zero. */
export function roundDecimal(value: Decimal, decimals: number): Decimal {
  return parseDecimal(new Big(value).toFixed(decimals, Big.roundHalfUp));
}

/** The amount with this number of decimals; a half goes to the even digit, so that many totals are not biased. */
export function roundHalfEven(value: Decimal, decimals: number): Decimal {
  const rounded = new Big(value).round(decimals, Big.roundHalfEven);
  return (rounded.eq(0) ? new Big(0) : rounded).toFixed(decimals);
}

/** The amount without its sign. */
export function absoluteDecimal(value: Decimal): Decimal {
  return value.startsWith('-') ? value.slice(1) : value;
}

/** Reads a number as JSON may write it, also with an exponent. @throws InvalidDecimalError as `parseDecimal` */
export function parseJsonNumber(text: string): Decimal {
  const [mantissa = '', exponent = '0'] = text.split(/e/i);
  if (exponent === '0') return parseDecimal(mantissa);
  if (!/^[+-]?\d{1,2}$/.test(exponent) || !PLAIN_DECIMAL.test(mantissa)) {
    throw new InvalidDecimalError('an amount must be a number of a sensible size');
  }
  return parseDecimal(new Big(text).toFixed());
}

/** -1, 0 or 1 as `a` is below, equal to or above `b`; `1.0` equals `1.00`. */
export function compareDecimals(a: Decimal, b: Decimal): -1 | 0 | 1 {
  return new Big(a).cmp(b);
}

/** Whether both are the same number; `1.0` is `1.00`. */
export function isSameDecimal(a: Decimal, b: Decimal): boolean {
  return a === b || compareDecimals(a, b) === 0;
}

/** Whether the amount is zero, however many decimals it is written with: `0`, `0.00`, `-0.0`. */
export function isZero(value: Decimal): boolean {
  return isDecimal(value) && !/[1-9]/.test(value);
}

/** Returns the amount with the other sign. */
export function negateDecimal(value: Decimal): Decimal {
  return parseDecimal(value.startsWith('-') ? value.slice(1) : `-${value}`);
}

/** Whether an amount is below zero: money that leaves the account. */
export function isOutflow(value: Decimal): boolean {
  return value.startsWith('-') && /[1-9]/.test(value);
}

/** The amount in thousandths of the currency unit, rounded half away from zero, as budgeting APIs want it. */
export function toMilliunits(value: Decimal): number {
  const milliunits = Number(new Big(value).times(1000).round(0, Big.roundHalfUp).toFixed());
  if (!Number.isSafeInteger(milliunits))
    throw new InvalidDecimalError('the amount is too large for milliunits');
  return milliunits;
}

/** The amount in hundredths of the currency unit. @throws InvalidDecimalError where that loses digits, or is too large */
export function toHundredths(value: Decimal): number {
  const exact = new Big(value).times(100);
  const hundredths = exact.round(0, Big.roundDown);
  if (!exact.eq(hundredths)) throw new InvalidDecimalError('the amount has more than two decimals');
  const number = Number(hundredths.toFixed());
  if (!Number.isSafeInteger(number)) throw new InvalidDecimalError('the amount is too large for hundredths');
  return number === 0 ? 0 : number;
}

/** Integer hundredths as an amount: -1240 is "-12.40". */
export function fromHundredths(hundredths: number): Decimal {
  return new Big(hundredths)
    .div(100)
    .toFixed(2)
    .replace(/^-(0\.00)$/, '$1');
}

function decimalsOf(value: Decimal): number {
  const point = value.indexOf('.');
  return point === -1 ? 0 : value.length - point - 1;
}
