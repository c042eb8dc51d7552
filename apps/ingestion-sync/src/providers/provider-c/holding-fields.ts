import { InstrumentDocument, InstrumentType, OptionDocument } from '@tributary/contracts';
import { Decimal, multiplyDecimals, withMinorDigits } from '@tributary/money';
import { currencyOf, isJson, Json, textOf } from '../mapping/json-fields';
import { ProviderHolding } from '../provider.port';
import { exchangeOf, figiOf, optionFrom, optionInstrument } from './activities/instrument-fields';
import { decimalOf } from '../mapping/json-decimals';

/** The published kinds of positions. */
const TYPE_OF_KIND: Readonly<Record<string, InstrumentType>> = {
  stock: 'STOCK',
  adr: 'STOCK',
  etf: 'ETF',
  option: 'OPTION',
  crypto: 'CRYPTOCURRENCY',
  bond: 'FIXED_INCOME',
  mutualfund: 'MUTUAL_FUND',
  cef: 'MUTUAL_FUND',
};

/** Kinds whose price alone does not give the position's value, because the contract's terms are unknown. */
const LEVERED_KINDS = ['future', 'cfd'];

/**
 * Maps one position. Null if it has no units or no instrument.
 * @throws InvalidDecimalError
 */
export function holdingFrom(position: unknown): ProviderHolding | null {
  if (!isJson(position) || !isJson(position.instrument)) return null;
  const { instrument } = position;
  const units = decimalOf(position.units);
  const kind = textOf(instrument.kind) ?? 'other';
  const option = kind === 'option' ? optionFrom(instrument) : null;
  const described = instrumentOf(instrument, kind, option);
  if (units === null || described.symbol === '') return null;
  const currency = currencyOf(position.currency) ?? null;
  const price = decimalOf(position.price);
  return {
    key: textOf(instrument.id) ?? `${kind}:${described.symbol}:${described.exchange}`,
    document: {
      instrument: described,
      option,
      units,
      price,
      cost_basis: decimalOf(position.cost_basis),
      market_value: LEVERED_KINDS.includes(kind) ? null : marketValue(units, price, instrument, currency),
      currency,
      cash_equivalent: position.cash_equivalent === true,
    },
  };
}

function instrumentOf(instrument: Json, kind: string, option: OptionDocument | null): InstrumentDocument {
  if (option) {
    const exchange = isJson(instrument.underlying) ? instrument.underlying.exchange : undefined;
    return optionInstrument(option, exchange, instrument.description);
  }
  return {
    symbol: textOf(instrument.symbol) ?? textOf(instrument.raw_symbol) ?? '',
    name: textOf(instrument.description) ?? '',
    exchange: exchangeOf(instrument.exchange),
    type: TYPE_OF_KIND[kind] ?? 'OTHER',
    figi_code: figiOf(instrument),
  };
}

/** Returns the value: the price of an option is per share, and a contract has several shares. */
function marketValue(
  units: Decimal,
  price: Decimal | null,
  instrument: Json,
  currency: string | null,
): Decimal | null {
  if (price === null) return null;
  const value = multiplyDecimals(units, price, decimalOf(instrument.multiplier) ?? '1');
  return currency === null ? value : withMinorDigits(value, currency);
}
