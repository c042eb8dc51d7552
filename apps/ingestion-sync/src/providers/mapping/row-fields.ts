import { Decimal, InvalidDecimalError } from '@tributary/money';
import { dayIn } from './days';
import { decimalOf } from './json-decimals';
import { currencyOf, isJson, textOf } from './json-fields';
import { RowRefused } from '../read-rows';

/** Dates that mean "none": the first day that a program can represent. */
const NO_DAY = /^0000-|^0001-01-01/;
/** Other unambiguous spellings of a day. */
const OTHER_SPELLINGS = /^(\d{4})(?:[/.](\d{2})[/.](\d{2})(?!\d)|(\d{2})(\d{2})$)/;

/**
 * Returns the day in the member that decides when the row was booked; null if it is absent. An unreadable day leaves
 * the row unread, because its other dates may be days away.
 * @throws RowRefused
 */
export function statedDay(value: unknown, member: string): string | null {
  const text = textOf(value);
  if (text === undefined && (value === undefined || value === null || typeof value === 'string')) return null;
  if (text !== undefined && NO_DAY.test(text)) return null;
  const day = text === undefined ? null : dayIn(inPlainSpelling(text));
  if (day === null) throw new RowRefused(`${member} is not a day from 1970 to 2100 as YYYY-MM-DD`);
  return day;
}

function inPlainSpelling(text: string): string {
  const [spelled, year = '', month, date, compactMonth = '', compactDate = ''] =
    OTHER_SPELLINGS.exec(text) ?? [];
  return spelled === undefined ? text : `${year}-${month ?? compactMonth}-${date ?? compactDate}`;
}

/**
 * Returns an amount and its currency from `{amount, currency}`, with the provider's sign.
 * @throws RowRefused
 */
export function statedMoney(
  value: unknown,
  accountCurrency: string | null,
  member: string,
): { readonly amount: Decimal; readonly currency: string } {
  if (!isJson(value)) throw new RowRefused(`${member} is missing`);
  const amount = statedAmount(value.amount, `${member}.amount`);
  return { amount, currency: statedCurrency(value.currency, accountCurrency, `${member}.currency`) };
}

/**
 * Returns the amount if its text is unambiguous.
 * @throws RowRefused
 */
export function statedAmount(value: unknown, member: string): Decimal {
  try {
    const amount = value === '' ? null : decimalOf(value);
    if (amount !== null) return amount;
  } catch (error) {
    if (error instanceof InvalidDecimalError) throw new RowRefused(`${member}: ${error.message}`);
    throw error;
  }
  throw new RowRefused(`${member} is missing`);
}

/**
 * Returns the row's currency; the account's if the row states none.
 * @throws RowRefused for another value
 */
export function statedCurrency(value: unknown, accountCurrency: string | null, member: string): string {
  const currency = currencyOf(value);
  if (currency !== undefined) return currency;
  if (isStated(value)) throw new RowRefused(`${member} is not a code of three letters`);
  if (accountCurrency === null) throw new RowRefused(`${member} is missing`);
  return accountCurrency;
}

/** ISO 4217's code for "none" states nothing. */
function isStated(value: unknown): boolean {
  const text = textOf(value);
  return text === undefined ? typeof value === 'object' && value !== null : text.toUpperCase() !== 'XXX';
}
