import { ActivityType, TradeDocument } from '@tributary/contracts';
import { absoluteDecimal, addDecimals, Decimal, divideDecimals, negateDecimal } from '@tributary/money';
import { currencyOf, unlessEmpty } from '../../../providers/mapping/json-fields';
import { inCurrency, readAmount } from '../values/amounts';
import { dayOf, readDay } from '../values/days';
import { fieldText, idOf, joined } from '../fields';
import { NO_CURRENCY, StatementEntry } from '../statement';
import { EntryUnreadable } from '../statement-problem';
import { Security } from './ofx-securities';
import { exchangeOf, OfxAggregate, OfxValues } from './ofx-values';

const BUYS = ['BUYDEBT', 'BUYMF', 'BUYOPT', 'BUYOTHER', 'BUYSTOCK'];
const SELLS = ['SELLDEBT', 'SELLMF', 'SELLOPT', 'SELLOTHER', 'SELLSTOCK'];
const OTHERS = [
  'CLOSUREOPT',
  'INCOME',
  'INVEXPENSE',
  'MARGININTEREST',
  'REINVEST',
  'RETOFCAP',
  'SPLIT',
  'TRANSFER',
];
const JOURNALS = ['JRNLFUND', 'JRNLSEC'];

/** Elements of a broker's statement that list trades; payments are in INVBANKTRAN. */
export const TRADES = new Set([...BUYS, ...SELLS, ...OTHERS, ...JOURNALS]);

/** Returns why a trade is no movement, or null. */
export function whyNoTrade({ name }: OfxAggregate): string | null {
  return JOURNALS.includes(name) ? 'It moves money or securities within the account.' : null;
}

/** The data for reading a trade. */
export interface TradeContext {
  readonly accountKey: string;
  readonly currency: string | null;
  readonly security: Security;
  /** Whether the file also lists the income of a reinvestment. */
  readonly incomeIsListed: boolean;
}

/**
 * Reads a trade.
 * @throws EntryUnreadable
 */
export function tradeFrom(trade: OfxAggregate, context: TradeContext): StatementEntry {
  const { name, line, values } = trade;
  const currency = currencyOf(values.get('CURRENCY.CURSYM')) ?? context.currency ?? NO_CURRENCY;
  const amount = inCurrency(amountOf(trade, context.incomeIsListed), currency);
  const bankId = idOf(values.get('FITID'));
  const { instrument } = context.security;
  const memo = fieldText(values.get('MEMO'));
  const isNamed = memo !== undefined && instrument.name !== '' && memo.includes(instrument.name);
  return {
    accountKey: context.accountKey,
    line,
    booked: true,
    bankId,
    document: {
      amount,
      currency,
      booked: true,
      booking_date: readDay(values.get('DTTRADE') ?? '', 'YMD'),
      booking_datetime: '',
      value_date: dayOf(values.get('DTSETTLE') ?? '', 'YMD'),
      value_datetime: '',
      remittance_information: unlessEmpty({
        unstructured: joined([memo, isNamed ? undefined : instrument.name || instrument.symbol]),
      }),
      codes: unlessEmpty({ proprietary_bank_transaction_code: codeOf(name, values) }),
      currency_exchange: exchangeOf(values, currency),
      external_identifiers: unlessEmpty({ institution_transaction_id: bankId ?? undefined }),
      trade: detailsOf(trade, amount, context.security),
    },
  };
}

/** Returns the key that a reinvestment and its income share. */
export function incomeKey({ values }: OfxAggregate): string {
  const total = (values.get('TOTAL') ?? '').replace(/^[-+]/, '');
  return [values.get('UNIQUEID'), values.get('DTTRADE')?.slice(0, 8), total].join(' ');
}

/**
 * Returns the moved money. Reinvested income does not reach the account, unless the file lists the income separately;
 * transfers and splits move only securities.
 */
function amountOf({ name, values }: OfxAggregate, incomeIsListed: boolean): Decimal {
  switch (name) {
    case 'REINVEST':
      return incomeIsListed ? negateDecimal(absoluteDecimal(numberIn(values, 'TOTAL'))) : '0';
    case 'TRANSFER':
    case 'CLOSUREOPT':
      return '0';
    case 'SPLIT':
      return values.has('FRACCASH') ? numberIn(values, 'FRACCASH') : '0';
    default:
      return numberIn(values, 'TOTAL');
  }
}

function detailsOf({ name, values }: OfxAggregate, amount: Decimal, security: Security): TradeDocument {
  const units = unitsOf(name, values);
  return {
    activity_type: typeOf(name, values),
    units,
    price_per_unit: priceOf(name, values, units, amount),
    fees: FEES.map((fee) => (values.has(fee) ? numberIn(values, fee) : '0')).reduce(
      (sum, fee) => addDecimals(sum, fee),
      '0',
    ),
    fx_rate: values.has('CURRENCY.CURRATE') ? numberIn(values, 'CURRENCY.CURRATE') : null,
    external_reference_id: fieldText(values.get('SRVRTID')) ?? '',
    instrument: security.instrument,
    option: security.option,
  };
}

const FEES = ['COMMISSION', 'FEES', 'LOAD', 'TAXES'];

function typeOf(name: string, values: OfxValues): ActivityType {
  if (BUYS.includes(name) || name === 'REINVEST') return 'BUY';
  if (SELLS.includes(name)) return 'SELL';
  switch (name) {
    case 'INCOME':
      return incomeType(values.get('INCOMETYPE'));
    case 'INVEXPENSE':
      return 'FEE';
    case 'MARGININTEREST':
      return 'INTEREST';
    case 'SPLIT':
      return 'STOCK_SPLIT';
    case 'TRANSFER':
      return 'TRANSFER';
    default:
      return 'OTHER';
  }
}

function incomeType(type = ''): ActivityType {
  if (type === 'INTEREST') return 'INTEREST';
  return type === 'MISC' ? 'OTHER' : 'DIVIDEND';
}

/** Returns the units; those that leave the account are negative, even if the broker writes a sale without a sign. */
function unitsOf(name: string, values: OfxValues): Decimal {
  if (name === 'SPLIT') {
    const isKnown = values.has('NEWUNITS') && values.has('OLDUNITS');
    return isKnown
      ? addDecimals(numberIn(values, 'NEWUNITS'), negateDecimal(numberIn(values, 'OLDUNITS')))
      : '0';
  }
  if (!values.has('UNITS')) return '0';
  const units = numberIn(values, 'UNITS');
  const leaves =
    SELLS.includes(name) || (name === 'TRANSFER' && values.get('TFERACTION')?.toUpperCase() === 'OUT');
  return leaves ? negateDecimal(absoluteDecimal(units)) : units;
}

function priceOf(name: string, values: OfxValues, units: Decimal, amount: Decimal): Decimal | null {
  if (name === 'REINVEST')
    return values.has('UNITPRICE') ? absoluteDecimal(numberIn(values, 'UNITPRICE')) : null;
  if (name === 'TRANSFER' || name === 'SPLIT' || name === 'CLOSUREOPT' || !/[1-9]/.test(units)) return null;
  return divideDecimals(absoluteDecimal(amount), absoluteDecimal(units));
}

function codeOf(name: string, values: OfxValues): string {
  const detail = [
    'INCOMETYPE',
    'BUYTYPE',
    'SELLTYPE',
    'OPTBUYTYPE',
    'OPTSELLTYPE',
    'OPTACTION',
    'TFERACTION',
  ].find((element) => values.has(element));
  return detail === undefined ? name : `${name}/${fieldText(values.get(detail)) ?? ''}`;
}

export function numberIn(values: OfxValues, name: string): Decimal {
  const text = values.get(name);
  if (text === undefined) throw new EntryUnreadable('The entry has no total.');
  return readAmount(text, null);
}

/** Returns the activity of a payment in a broker's account. */
export function cashTrade(type: string | undefined): TradeDocument {
  return {
    activity_type: CASH_TYPES[type?.toUpperCase() ?? ''] ?? 'OTHER',
    units: '0',
    price_per_unit: null,
    fees: '0',
    fx_rate: null,
    external_reference_id: '',
    instrument: { symbol: '', name: '', exchange: '', type: null, figi_code: '' },
    option: null,
  };
}

const CASH_TYPES: Readonly<Record<string, ActivityType>> = {
  DIV: 'DIVIDEND',
  INT: 'INTEREST',
  FEE: 'FEE',
  SRVCHG: 'FEE',
  XFER: 'TRANSFER',
  DEP: 'CONTRIBUTION',
  DIRECTDEP: 'CONTRIBUTION',
  CASH: 'WITHDRAWAL',
};
