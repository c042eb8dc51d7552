import { ActivityType, TradeDocument } from '@tributary/contracts';
import { absoluteDecimal, Decimal, divideDecimals, multiplyDecimals, negateDecimal } from '@tributary/money';
import { isJson, Json, textOf } from '../../mapping/json-fields';
import { instrumentFrom, optionFrom, optionInstrument } from './instrument-fields';
import { decimalOf } from '../../mapping/json-decimals';

/** Maps PROVIDER_C's types of activity to the interface's types; other types are OTHER. */
const ACTIVITY_TYPE_OF: Readonly<Record<string, ActivityType>> = {
  BUY: 'BUY',
  SELL: 'SELL',
  DIVIDEND: 'DIVIDEND',
  SUBSTITUTE_DIVIDEND: 'DIVIDEND',
  // A reinvested dividend buys shares; brokers list the dividend in a separate row.
  REI: 'BUY',
  INTEREST: 'INTEREST',
  CONTRIBUTION: 'CONTRIBUTION',
  WITHDRAWAL: 'WITHDRAWAL',
  TRANSFER: 'TRANSFER',
  EXTERNAL_ASSET_TRANSFER_IN: 'TRANSFER',
  EXTERNAL_ASSET_TRANSFER_OUT: 'TRANSFER',
  FEE: 'FEE',
  TAX: 'TAX',
  STOCK_DIVIDEND: 'STOCK_DIVIDEND',
  SPLIT: 'STOCK_SPLIT',
};

const SHARES_PER_CONTRACT = '100';
const SHARES_PER_MINI_CONTRACT = '10';

export function activityTypeOf(type: unknown): ActivityType | null {
  const text = textOf(type);
  return text === undefined ? null : (ACTIVITY_TYPE_OF[text.toUpperCase()] ?? 'OTHER');
}

/**
 * Returns the brokerage fields of an activity.
 * @param amount the moved cash in the transaction's own currency; null if none moved in it.
 * @throws InvalidDecimalError
 */
export function tradeFrom(activity: Json, amount: Decimal | null): TradeDocument {
  const type = activityTypeOf(activity.type);
  const units = decimalOf(activity.units) ?? '0';
  const option = optionFrom(activity.option_symbol);
  return {
    activity_type: type,
    units,
    price_per_unit: pricePerUnit(type, units, amount),
    fees: decimalOf(activity.fee) ?? '0',
    fx_rate: decimalOf(activity.fx_rate),
    external_reference_id: textOf(activity.external_reference_id) ?? '',
    instrument: option
      ? optionInstrument(option, exchangeOfUnderlying(activity.option_symbol), undefined)
      : instrumentFrom(activity.symbol),
    option,
  };
}

/** Returns |amount| / |units|; assets that only change accounts have no price. */
export function pricePerUnit(
  type: ActivityType | null,
  units: Decimal,
  amount: Decimal | null,
): Decimal | null {
  if (type === 'TRANSFER' || amount === null) return null;
  return divideDecimals(absoluteDecimal(amount), absoluteDecimal(units));
}

/**
 * Computes the amount of a trade from price and units if the broker leaves it out: a purchase costs them and the fee, a
 * sale yields them less the fee. Returns null if they are unknown. @throws InvalidDecimalError
 */
export function derivedAmount(activity: Json): { readonly gross: Decimal; readonly fee: Decimal } | null {
  const type = activityTypeOf(activity.type);
  const units = decimalOf(activity.units);
  const price = decimalOf(activity.price);
  if ((type !== 'BUY' && type !== 'SELL') || units === null || price === null) return null;
  const size = multiplyDecimals(absoluteDecimal(units), absoluteDecimal(price), sharesPerUnit(activity));
  return {
    gross: type === 'BUY' ? negateDecimal(size) : size,
    fee: negateDecimal(absoluteDecimal(decimalOf(activity.fee) ?? '0')),
  };
}

/** Returns the shares per contract, because the price of an option is per share of its underlying. */
function sharesPerUnit({ option_symbol: option }: Json): Decimal {
  if (!isJson(option)) return '1';
  return option.is_mini_option === true ? SHARES_PER_MINI_CONTRACT : SHARES_PER_CONTRACT;
}

function exchangeOfUnderlying(option: unknown): unknown {
  return isJson(option) && isJson(option.underlying_symbol) ? option.underlying_symbol.exchange : undefined;
}
