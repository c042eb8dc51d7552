import { Decimal, negateDecimal } from '@tributary/money';
import { currencyOf } from '../../../providers/mapping/json-fields';
import { inCurrency, readAmount } from '../values/amounts';
import { isoDay } from '../values/days';
import { fieldText, ibanOf, idOf } from '../fields';
import { NO_CURRENCY, StatementAccount } from '../statement';
import { EntryUnreadable } from '../statement-problem';

/** A parsed `:61:` without its details. */
export interface StatementLine {
  readonly amount: Decimal;
  readonly bookingDate: string;
  /** Null for a day that does not exist: banks with months of 30 days write 30 February. */
  readonly valueDate: string | null;
  /** Whether the entry is expected; MT942 announces such entries. */
  readonly expected: boolean;
  readonly kind: string | undefined;
  readonly customerReference: string | undefined;
  readonly bankReference: string | null;
  readonly supplement: string | undefined;
}

/** Value date, entry date, direction, third letter of the currency, amount, kind, references. */
const LINE =
  /^(\d{6})\s{0,8}(\d{4}|-{4})?\s{0,8}(R?[CD]|E[CD])([A-Z])?\s?(\d[\d.,]{0,30})([A-Z][A-Z0-9 ]{3})?([^\n]*)(?:\n([^]*))?$/;
const BALANCE = /^([CD])\s?(\d{6})\s?([A-Z]{3})\s?(\d[\d.,]{0,30})/;

/**
 * Parses `:61:`.
 * @throws EntryUnreadable
 */
export function statementLine(text: string, currency: string): StatementLine {
  const match = LINE.exec(text);
  if (match === null) throw new EntryUnreadable('The line of the entry has not the form of MT940.');
  const [, value = '', entry, direction = '', , digits = '', kind, references = '', supplement] = match;
  const valueDate = isoDay(value.slice(0, 2), value.slice(2, 4), value.slice(4, 6));
  const bookingDate = (entry === undefined ? null : nearest(value, entry)) ?? valueDate;
  if (bookingDate === null) throw new EntryUnreadable('The date is not a day that exists.');
  const amount = amountOf(digits, currency);
  const [customer = '', ...bank] = references.split('//');
  return {
    amount: isOut(direction) ? negateDecimal(amount) : amount,
    bookingDate,
    valueDate,
    expected: direction.startsWith('E'),
    kind: fieldText(kind),
    customerReference: idOf(customer) ?? undefined,
    bankReference: idOf(bank.join('//')),
    supplement: fieldText(supplement),
  };
}

/** Returns whether money goes out: a reversed credit does, a reversed debit does not. */
function isOut(direction: string): boolean {
  return direction === 'D' || direction === 'RC' || direction === 'ED';
}

export interface MtBalance {
  readonly amount: Decimal;
  readonly currency: string;
  readonly date: string;
}

/**
 * Parses a balance.
 * @throws EntryUnreadable
 */
export function balanceOf(text: string): MtBalance {
  const match = BALANCE.exec(text.trim());
  if (match === null) throw new EntryUnreadable('The balance has not the form of MT940.');
  const [, direction, day = '', currency = NO_CURRENCY, digits = ''] = match;
  const amount = amountOf(digits, currency);
  return { amount: direction === 'D' ? negateDecimal(amount) : amount, currency, date: sixDigits(day) };
}

/** Parses `:25:`, which has an IBAN, or the numbers of a bank and an account, sometimes followed by the currency. */
export function accountOf(text: string, currency: string | null): StatementAccount {
  const line = fieldText(text.split('\n')[0]) ?? '';
  const [, plain = line, code] = /^(.*\d)\s*\/?\s*([A-Z]{3})$/.exec(line) ?? [];
  const [first = '', ...others] = plain.split('/');
  const number = others.length === 0 ? first : others.join('/');
  const iban = ibanOf(plain) ?? ibanOf(number) ?? ibanOf(line);
  return {
    key: currency === null ? line : `${line} ${currency}`,
    iban: iban ?? null,
    number: iban === undefined ? (fieldText(number) ?? null) : null,
    bank: others.length === 0 ? null : (fieldText(first) ?? null),
    name: null,
    currency: currency ?? currencyOf(code) ?? null,
  };
}

function amountOf(digits: string, currency: string): Decimal {
  return inCurrency(readAmount(digits, digits.includes(',') ? ',' : '.'), currency);
}

function sixDigits(text: string): string {
  const day = isoDay(text.slice(0, 2), text.slice(2, 4), text.slice(4, 6));
  if (day === null) throw new EntryUnreadable('The date is not a day that exists.');
  return day;
}

/**
 * Returns the entry date, which has no year, in the year in which it is closest to the value date; null if that day
 * does not exist.
 */
function nearest(valueDate: string, monthAndDay: string): string | null {
  const year = isoDay(valueDate.slice(0, 2), '01', '01')?.slice(0, 4) ?? '';
  const valueTime = Date.UTC(Number(year), Number(valueDate.slice(2, 4)) - 1, Number(valueDate.slice(4)));
  const days = [0, -1, 1].flatMap(
    (years) => isoDay(String(Number(year) + years), monthAndDay.slice(0, 2), monthAndDay.slice(2)) ?? [],
  );
  const distance = (day: string): number => Math.abs(Date.parse(day) - valueTime);
  return days.reduce<string | null>(
    (best, day) => (best === null || distance(day) < distance(best) ? day : best),
    null,
  );
}
