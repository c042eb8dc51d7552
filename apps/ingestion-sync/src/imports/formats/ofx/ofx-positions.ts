import { absoluteDecimal, Decimal, negateDecimal } from '@tributary/money';
import { currencyOf } from '../../../providers/mapping/json-fields';
import { inCurrency } from '../values/amounts';
import { dayOf } from '../values/days';
import { fieldText } from '../fields';
import { StatementHolding } from '../statement';
import { EntryUnreadable } from '../statement-problem';
import { Security } from './ofx-securities';
import { numberIn } from './ofx-trades';
import { OfxAggregate, OfxValues } from './ofx-values';

/** Elements of a broker's statement that list positions. */
export const POSITIONS = new Set(['POSDEBT', 'POSMF', 'POSOPT', 'POSOTHER', 'POSSTOCK']);

/**
 * Reads a position.
 * @throws EntryUnreadable
 */
export function holdingFrom(
  { line, values }: OfxAggregate,
  context: {
    readonly accountKey: string;
    readonly currency: string | null;
    readonly asOf: string | null;
    readonly security: Security;
  },
): StatementHolding {
  const key = fieldText(values.get('UNIQUEID'));
  // Prices may have several days; the positions are those of the statement's day.
  const date = context.asOf ?? dayOf(values.get('DTPRICEASOF') ?? '', 'YMD');
  if (key === undefined) throw new EntryUnreadable('The position names no security.');
  if (date === null) throw new EntryUnreadable('The position has no day that exists.');
  const currency = currencyOf(values.get('CURRENCY.CURSYM')) ?? context.currency;
  const units = numberIn(values, 'UNITS');
  const isShort = values.get('POSTYPE')?.toUpperCase() === 'SHORT';
  const value = optional(values, 'MKTVAL');
  return {
    accountKey: context.accountKey,
    line,
    date,
    key,
    document: {
      instrument: context.security.instrument,
      option: context.security.option,
      units: isShort ? negateDecimal(absoluteDecimal(units)) : units,
      price: optional(values, 'UNITPRICE'),
      cost_basis: optional(values, 'AVGCOSTBASIS'),
      market_value: value === null || currency === null ? value : inCurrency(value, currency),
      currency,
      cash_equivalent: false,
    },
  };
}

function optional(values: OfxValues, name: string): Decimal | null {
  return values.has(name) ? numberIn(values, name) : null;
}
