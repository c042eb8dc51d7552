import { absoluteDecimal } from '@tributary/money';
import { currencyOf, unlessEmpty } from '../../../providers/mapping/json-fields';
import { fieldText } from '../fields';
import { NO_CURRENCY, StatementEntry } from '../statement';

/** The elements of an aggregate by name; those of aggregates within it under `NAME.ELEMENT`. */
export type OfxValues = ReadonlyMap<string, string>;

/** An aggregate that has been read. */
export interface OfxAggregate {
  readonly name: string;
  readonly line: number;
  readonly values: OfxValues;
}

/** ORIGCURRENCY is the currency of an amount before the bank converted it. */
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
