import { AccountCategory, TransactionDocument } from '@tributary/contracts';
import {
  addDecimals,
  Decimal,
  InvalidDecimalError,
  isOutflow,
  roundedToMinorDigits,
  withMinorDigits,
} from '@tributary/money';
import { currencyOf, dateOf, isJson, Json, textOf, unlessEmpty } from '../mapping/json-fields';
import { Moments } from '../mapping/time-zones';
import { ProviderTransaction } from '../provider.port';
import { RowRefused } from '../read-rows';
import { statedDay } from '../mapping/row-fields';
import { decimalOf, stringifyLossless } from '../mapping/json-decimals';
import { derivedAmount, tradeFrom } from './activities/trade-fields';

/** Data of the account that mapping an activity needs. */
export interface ActivityAccount {
  readonly category: AccountCategory;
  /** Used if a row's own currency is unknown. */
  readonly currency: string | null;
}

type Document = ProviderTransaction['document'];

/**
 * Maps one activity with each documented field. The type and a day are required; amounts and symbols are optional.
 * @throws RowRefused
 */
export function fromProvider(row: unknown, account: ActivityAccount): ProviderTransaction {
  if (!isJson(row)) throw new RowRefused('the row is not an object');
  if (textOf(row.type) === undefined && row.amount === undefined) {
    throw new RowRefused('the row has neither type nor amount');
  }
  const id = textOf(row.id) ?? null;
  return {
    booked: true,
    document: refusingBadNumbers(() => documentFrom(row, account)),
    ...momentsOf(row),
    strongId: null,
    // The broker's rows may be returned later with other ids; they are then found by their content.
    weakId: id,
    pendingStrongId: null,
    rawJson: stringifyLossless(row),
  };
}

function documentFrom(row: Json, account: ActivityAccount): Document {
  const money = moneyOf(row, account.currency);
  const settlementDate = statedDay(row.settlement_date, 'settlement_date');
  const tradeDate =
    settlementDate === null ? statedDay(row.trade_date, 'trade_date') : dateOf(row.trade_date);
  const institution = textOf(row.institution);
  const party = institution === undefined ? undefined : { name: institution };
  return {
    amount: money.amount,
    currency: money.currency,
    booked: true,
    booking_date: settlementDate ?? tradeDate,
    booking_datetime: timeOf(settlementDate === null ? row.trade_date : row.settlement_date),
    value_date: tradeDate,
    value_datetime: timeOf(row.trade_date),
    debtor: isOutflow(money.amount) ? undefined : party,
    creditor: isOutflow(money.amount) ? party : undefined,
    remittance_information: unlessEmpty({ unstructured: textOf(row.description) }),
    additional_information: money.quotedElsewhere,
    codes: unlessEmpty({ proprietary_bank_transaction_code: codeOf(row) }),
    currency_exchange: exchangeOf(row, money.currency),
    external_identifiers: unlessEmpty({ integrator_transaction_id: textOf(row.id) }),
    ...(account.category === 'INVESTMENT' ? { trade: tradeFrom(row, money.published) } : {}),
  };
}

interface ActivityMoney {
  readonly amount: Decimal;
  readonly currency: string;
  /** The amount in that currency, if known. */
  readonly published: Decimal | null;
  /** The original text of a payment in a unit that is not a currency. */
  readonly quotedElsewhere: string | undefined;
}

/**
 * Returns the moved cash. Without an amount none moved, unless price and units give one. A quote in a cryptocurrency
 * moves none in the account's own currency; its text is stored.
 */
function moneyOf(row: Json, accountCurrency: string | null): ActivityMoney {
  const amount = decimalOf(row.amount);
  const own = isJson(row.currency) ? currencyOf(row.currency.code) : undefined;
  const quote = own === undefined ? quoteSymbol(row) : undefined;
  const currency = own ?? accountCurrency;
  if (currency === null) throw new RowRefused('currency is missing, and the account has none');
  if (quote !== undefined) {
    const text = amount === null ? undefined : `${amount} ${quote}`;
    return { amount: withMinorDigits('0', currency), currency, published: null, quotedElsewhere: text };
  }
  const derived = amount === null ? derivedAmount(row) : null;
  const published = derived ? addDecimals(derived.gross, derived.fee) : amount;
  return {
    // Price and units have more digits than cash; a stated amount is used unchanged.
    amount: derived
      ? roundedToMinorDigits(published ?? '0', currency)
      : withMinorDigits(published ?? '0', currency),
    currency,
    published,
    quotedElsewhere: undefined,
  };
}

function quoteSymbol(row: Json): string | undefined {
  const quote = row.currency_universal_symbol;
  return isJson(quote) ? (textOf(quote.symbol) ?? textOf(quote.raw_symbol)) : undefined;
}

/** Returns the broker's own type of the activity, and for an option whether it was opened or closed. */
function codeOf(row: Json): string | undefined {
  const parts = [textOf(row.type), textOf(row.option_type)].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join('/');
}

/** Returns the exchange, if a security was paid in another currency than its own. */
function exchangeOf(row: Json, target: string): TransactionDocument['currency_exchange'] {
  const rate = decimalOf(row.fx_rate);
  if (rate === null) return undefined;
  const security = [row.symbol, underlyingOf(row)].find(isJson);
  const source = security && isJson(security.currency) ? currencyOf(security.currency.code) : undefined;
  return {
    exchange_rate: rate,
    target_currency: target,
    ...(source === undefined || source === target ? {} : { source_currency: source }),
  };
}

function underlyingOf(row: Json): unknown {
  return isJson(row.option_symbol) ? row.option_symbol.underlying_symbol : undefined;
}

/** Returns the exact moments of a row. A time without an offset is not exact, and is omitted. */
function momentsOf(row: Json): { readonly moments?: Moments } {
  const trade = momentOf(row.trade_date);
  const settled = dateOf(row.settlement_date) === null ? trade : momentOf(row.settlement_date);
  const moments = unlessEmpty({ booking_date: settled, value_date: trade });
  return moments ? { moments } : {};
}

function momentOf(value: unknown): number | undefined {
  const text = timeOf(value);
  const moment = /(Z|[+-]\d{2}:?\d{2})$/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(moment) ? undefined : moment;
}

/** Returns the time of day; midnight means a date without time. */
function timeOf(value: unknown): string {
  const text = textOf(value) ?? '';
  return /T(?!00:00(:00(\.0+)?)?(Z|[+-]\d{2}:?\d{2})?$)\d{2}:\d{2}/.test(text) ? text : '';
}

function refusingBadNumbers<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof InvalidDecimalError) throw new RowRefused(error.message);
    throw error;
  }
}
