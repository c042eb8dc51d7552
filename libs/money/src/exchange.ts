import { minorDigits, withMinorDigits } from './currency';
import {
  compareDecimals,
  Decimal,
  divideDecimals,
  isDecimal,
  multiplyDecimals,
  roundDecimal,
} from './decimal';

/** An exchange as a bank reports it: one unit of `unit_currency` costs `exchange_rate` of the other currency. */
export interface StatedExchange {
  readonly source_currency?: string;
  readonly target_currency?: string;
  readonly unit_currency?: string;
  readonly exchange_rate?: string;
}

/**
 * The amount in another currency by the bank's own rate, rounded to that currency's minor digits. Null where the bank
 * reports no rate between exactly these two currencies, or not which of them is the unit: by the inverse of a rate, an
 * amount would be wrong. A rate of 1 between two currencies means "none", and would be the face value.
 */
export function convertedAmount(
  { amount, currency }: { readonly amount: Decimal; readonly currency: string },
  target: string,
  exchange: StatedExchange | undefined,
): Decimal | null {
  const rate = rateOf(exchange?.exchange_rate);
  if (!exchange || rate === null || !isBetween(exchange, currency, target)) return null;
  if (exchange.unit_currency === currency) return inMoneyOf(multiplyDecimals(amount, rate), target);
  const divided = exchange.unit_currency === target ? divideDecimals(amount, rate) : null;
  return divided === null ? null : inMoneyOf(divided, target);
}

function inMoneyOf(value: Decimal, currency: string): Decimal {
  const digits = minorDigits(currency);
  return withMinorDigits(roundDecimal(value, digits), currency);
}

/** Whether the bank reports only these two currencies, and the target is among them. */
function isBetween(exchange: StatedExchange, currency: string, target: string): boolean {
  const { source_currency: from, target_currency: to, unit_currency: unit } = exchange;
  const stated = [from, to, unit].filter((one) => one !== undefined);
  if (from !== undefined && from === to) return false;
  return stated.includes(target) && stated.every((one) => one === currency || one === target);
}

function rateOf(text: string | undefined): Decimal | null {
  if (!isDecimal(text) || compareDecimals(text, '0') <= 0 || compareDecimals(text, '1') === 0) return null;
  return text;
}
