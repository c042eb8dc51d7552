import { Decimal, negateDecimal } from '@tributary/money';
import { currencyOf } from '../../../providers/mapping/json-fields';
import { inCurrency, readAmount } from '../values/amounts';
import { isoDay } from '../values/days';
import { fieldText, ibanOf, idOf } from '../fields';
import { NO_CURRENCY, StatementAccount } from '../statement';
import { EntryUnreadable } from '../statement-problem';

/** `:61:` without the details behind it. */
export interface StatementLine {
  readonly amount: Decimal;
  readonly bookingDate: string;
  /** Null for a day of no calendar: banks whose months have 30 days write 30 February. */
  readonly valueDate: string | null;
  /** MT942 announces entries that are expected. */
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

/** @throws EntryUnreadable */
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

/** A reversal of a credit goes out; a reversal of a debit comes back. */
function isOut(direction: string): boolean {
  return direction === 'D' || direction === 'RC' || direction === 'ED';
}

export interface MtBalance {
  readonly amount: Decimal;
  readonly currency: string;
  readonly date: string;
}

/** @throws EntryUnreadable */
export function balanceOf(text: string): MtBalance {
  const match = BALANCE.exec(text.trim());
  if (match === null) throw new EntryUnreadable('The balance has not the form of MT940.');
  const [, direction, day = '', currency = NO_CURRENCY, digits = ''] = match;
  const amount = amountOf(digits, currency);
  return { amount: direction === 'D' ? negateDecimal(amount) : amount, currency, date: sixDigits(day) };
}

/** `:25:` has an IBAN, or a bank's number and an account's, and sometimes the currency behind them. */
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

/** The entry date has no year: the one that is closest to the value date. Null where there is no such day. */
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
