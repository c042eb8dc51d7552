import { absoluteDecimal, Decimal, isOutflow, negateDecimal } from '@tributary/money';
import { currencyOf, unlessEmpty } from '../../../providers/mapping/json-fields';
import { inCurrency, readAmount } from '../values/amounts';
import { dayOf, readDay } from '../values/days';
import { Counterparty, counterpartyFields, fieldText, idOf, joined } from '../fields';
import { NO_CURRENCY, StatementEntry } from '../statement';
import { EntryUnreadable } from '../statement-problem';
import { Direction, directionOf } from './ofx-directions';
import { exchangeOf, OfxValues } from './ofx-values';

/** The data that all entries of a statement share. */
export interface EntryContext {
  readonly accountKey: string;
  readonly currency: string | null;
  readonly direction: Direction;
}

/**
 * Reads STMTTRN, or STMTTRNP for a pending entry.
 * @throws EntryUnreadable
 */
export function entryFrom(
  values: OfxValues,
  line: number,
  booked: boolean,
  context: EntryContext,
): StatementEntry {
  const currency = currencyOf(values.get('CURRENCY.CURSYM')) ?? context.currency ?? NO_CURRENCY;
  const amount = amountOf(values, currency, context.direction);
  const day = readDay(values.get(booked ? 'DTPOSTED' : 'DTTRAN') ?? values.get('DTPOSTED') ?? '', 'YMD');
  const bankId = booked ? idOf(values.get('FITID')) : null;
  const { valueDate, purchaseDate } = furtherDays(values);
  return {
    accountKey: context.accountKey,
    line,
    booked,
    bankId,
    document: {
      amount,
      currency,
      booked,
      booking_date: booked ? day : null,
      booking_datetime: '',
      value_date: valueDate ?? (booked ? null : day),
      value_datetime: '',
      ...counterpartyFields(isOutflow(amount), counterparty(values)),
      remittance_information: unlessEmpty({
        unstructured: joined([values.get('MEMO'), values.get('MEMO2')]),
      }),
      additional_data_structured:
        purchaseDate === null ? undefined : JSON.stringify({ purchase_date: purchaseDate }),
      additional_information: fieldText(values.get('EXTDNAME')),
      codes: unlessEmpty({
        merchant_category_code: fieldText(values.get('SIC')),
        proprietary_bank_transaction_code: fieldText(values.get('TRNTYPE')),
      }),
      currency_exchange: exchangeOf(values, currency),
      external_identifiers: unlessEmpty({
        institution_transaction_id: bankId ?? undefined,
        entry_reference: fieldText(values.get('REFNUM')),
        check_id: fieldText(values.get('CHECKNUM')),
      }),
    },
  };
}

function amountOf(values: OfxValues, currency: string, direction: Direction): Decimal {
  const stated = inCurrency(readAmount(values.get('TRNAMT') ?? '', null), currency);
  switch (direction) {
    case 'AS_STATED':
      return stated;
    case 'TURNED':
      return negateDecimal(stated);
    case 'BY_TYPE': {
      const way = directionOf(values.get('TRNTYPE'));
      if (way === null && /[1-9]/.test(stated))
        throw new EntryUnreadable('The file does not say whether the amount came in or went out.');
      return way === 'OUT' ? negateDecimal(absoluteDecimal(stated)) : absoluteDecimal(stated);
    }
  }
}

/**
 * Returns the value date and the purchase date. DTUSER is the day of purchase; without a value date it is used as such.
 */
function furtherDays(values: OfxValues): { valueDate: string | null; purchaseDate: string | null } {
  const [availableOn, purchase] = [dayIn(values, 'DTAVAIL'), dayIn(values, 'DTUSER')];
  if (availableOn === null) return { valueDate: purchase, purchaseDate: null };
  return { valueDate: availableOn, purchaseDate: purchase === availableOn ? null : purchase };
}

function dayIn(values: OfxValues, name: string): string | null {
  const text = values.get(name);
  return text === undefined ? null : dayOf(text, 'YMD');
}

function counterparty(values: OfxValues): Counterparty {
  return {
    name: values.get('NAME') ?? values.get('PAYEE.NAME'),
    account: values.get('BANKACCTTO.ACCTID') ?? values.get('CCACCTTO.ACCTID'),
    agent: values.get('BANKACCTTO.BANKID'),
  };
}

/** Returns why an entry is no movement, or null. */
export function whyNoMovement(values: OfxValues): string | null {
  return values.get('TRNTYPE')?.toUpperCase() === 'HOLD' ? 'The amount is only on hold.' : null;
}
