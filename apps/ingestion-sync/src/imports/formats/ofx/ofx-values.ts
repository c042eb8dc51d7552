import { absoluteDecimal } from '@tributary/money';
import { currencyOf, unlessEmpty } from '../../../providers/mapping/json-fields';
import { fieldText } from '../fields';
import { NO_CURRENCY, StatementEntry } from '../statement';

/** The elements of an aggregate by name; elements of nested aggregates are under `NAME.ELEMENT`. */
export type OfxValues = ReadonlyMap<string, string>;

/** A complete aggregate. */
export interface OfxAggregate {
  readonly name: string;
  readonly line: number;
  readonly values: OfxValues;
}

/** Returns the exchange; ORIGCURRENCY is the currency before the bank converted the amount. */
export function exchangeOf(
  values: OfxValues,
  currency: string,
): StatementEntry['document']['currency_exchange'] {
  const source = currencyOf(values.get('ORIGCURRENCY.CURSYM'));
  if (source === undefined || source === currency) return undefined;
  const rate = fieldText(values.get('ORIGCURRENCY.CURRATE'));
  return unlessEmpty({
    source_currency: source,
    exchange_rate: rate === undefined ? undefined : absoluteDecimal(rate),
    target_currency: currency === NO_CURRENCY ? undefined : currency,
  });
}
