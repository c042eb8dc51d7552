import { InstrumentDocument, InstrumentType, OptionDocument } from '@tributary/contracts';
import { dateOf, isJson, Json, textOf } from '../../mapping/json-fields';
import { decimalOf } from '../../mapping/json-decimals';

export const NO_INSTRUMENT: InstrumentDocument = {
  symbol: '',
  name: '',
  exchange: '',
  type: null,
  figi_code: '',
};

/** The published codes of security types. */
const TYPE_OF_CODE: Readonly<Record<string, InstrumentType>> = {
  cs: 'STOCK',
  ad: 'STOCK',
  ps: 'STOCK',
  et: 'ETF',
  crypto: 'CRYPTOCURRENCY',
  bnd: 'FIXED_INCOME',
  oef: 'MUTUAL_FUND',
  cef: 'MUTUAL_FUND',
};

/**
 * Returns the instrument of an activity's symbol; it is unknown if PROVIDER_C did not recognize the broker's symbol.
 */
export function instrumentFrom(symbol: unknown): InstrumentDocument {
  if (!isJson(symbol)) return NO_INSTRUMENT;
  const code = isJson(symbol.type) ? (textOf(symbol.type.code) ?? '') : '';
  return {
    symbol: textOf(symbol.symbol) ?? textOf(symbol.raw_symbol) ?? '',
    name: textOf(symbol.description) ?? '',
    exchange: exchangeOf(symbol.exchange),
    type: TYPE_OF_CODE[code.toLowerCase()] ?? 'OTHER',
    figi_code: figiOf(symbol),
  };
}

/** Returns the contract as the instrument; its underlying is in the option. */
export function optionInstrument(
  option: OptionDocument,
  exchange: unknown,
  name: unknown,
): InstrumentDocument {
  const published = [option.underlying_symbol, option.expiration_date, option.strike_price, option.type];
  return {
    symbol: option.ticker,
    name: textOf(name) ?? published.filter((part) => part !== null && part !== '').join(' '),
    exchange: exchangeOf(exchange),
    type: 'OPTION',
    figi_code: '',
  };
}

/**
 * Parses a contract in either of PROVIDER_C's forms, with `ticker` in activities and `symbol` in positions; null if it
 * is none.
 * @throws InvalidDecimalError
 */
export function optionFrom(option: unknown): OptionDocument | null {
  if (!isJson(option)) return null;
  const type = textOf(option.option_type)?.toUpperCase();
  const ticker = textOf(option.ticker) ?? textOf(option.symbol);
  const strike = decimalOf(option.strike_price);
  if ((type !== 'CALL' && type !== 'PUT') || ticker === undefined || strike === null) return null;
  return {
    ticker,
    type,
    strike_price: strike,
    expiration_date: dateOf(option.expiration_date),
    underlying_symbol: underlyingSymbol(option),
  };
}

/** Returns an exchange's code, also from an object that describes it. */
export function exchangeOf(exchange: unknown): string {
  return isJson(exchange)
    ? (textOf(exchange.mic_code) ?? textOf(exchange.code) ?? '')
    : (textOf(exchange) ?? '');
}

export function figiOf(instrument: Json): string {
  const figi = isJson(instrument.figi_instrument) ? textOf(instrument.figi_instrument.figi_code) : undefined;
  return textOf(instrument.figi_code) ?? figi ?? '';
}

function underlyingSymbol(option: Json): string {
  const underlying = [option.underlying_symbol, option.underlying].find(isJson);
  return underlying ? (textOf(underlying.symbol) ?? textOf(underlying.raw_symbol) ?? '') : '';
}
