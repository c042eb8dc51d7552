import { Static, Type } from '@sinclair/typebox';
import { Amount, Currency, IsoDate, Nullable, OneOf } from '../../scalars';

export const ACTIVITY_TYPES = [
  'BUY',
  'SELL',
  'DIVIDEND',
  'INTEREST',
  'CONTRIBUTION',
  'WITHDRAWAL',
  'TRANSFER',
  'FEE',
  'TAX',
  'STOCK_DIVIDEND',
  'STOCK_SPLIT',
  'OTHER',
] as const;
export type ActivityType = (typeof ACTIVITY_TYPES)[number];

export const INSTRUMENT_TYPES = [
  'STOCK',
  'ETF',
  'OPTION',
  'CRYPTOCURRENCY',
  'FIXED_INCOME',
  'MUTUAL_FUND',
  'OTHER',
] as const;
export type InstrumentType = (typeof INSTRUMENT_TYPES)[number];

/** The instrument of a trade or a position; `""` if the broker does not report a member, null if there is none. */
export const InstrumentDocument = Type.Object({
  symbol: Type.String(),
  name: Type.String(),
  exchange: Type.String(),
  type: Nullable(OneOf(INSTRUMENT_TYPES)),
  figi_code: Type.String(),
});
export type InstrumentDocument = Static<typeof InstrumentDocument>;

export const OptionDocument = Type.Object({
  /** The full symbol of the contract. */
  ticker: Type.String(),
  type: OneOf(['CALL', 'PUT'] as const),
  strike_price: Amount,
  expiration_date: Nullable(IsoDate),
  underlying_symbol: Type.String(),
});
export type OptionDocument = Static<typeof OptionDocument>;

/** The brokerage fields of a transaction; a bank's transactions have none. */
export const TradeDocument = Type.Object({
  activity_type: Nullable(OneOf(ACTIVITY_TYPES)),
  /** Units as the broker counts them: negative if they leave the account. `"0"` if nothing was traded. */
  units: Amount,
  /** |amount| / |units|, exact to 12 decimals; a number only where the interface shows it. */
  price_per_unit: Nullable(Amount),
  fees: Amount,
  fx_rate: Nullable(Amount),
  external_reference_id: Type.String(),
  instrument: InstrumentDocument,
  option: Nullable(OptionDocument),
});
export type TradeDocument = Static<typeof TradeDocument>;

/** A position of an account. A short position has negative units. */
export const HoldingDocument = Type.Object({
  instrument: InstrumentDocument,
  option: Nullable(OptionDocument),
  units: Amount,
  /** The last price of one unit that the broker knows. For an option, the price for one share of its underlying. */
  price: Nullable(Amount),
  /** The average cost of a unit, counted like the price. */
  cost_basis: Nullable(Amount),
  /** Units times price, and for options times the shares of a contract. */
  market_value: Nullable(Amount),
  /** The currency of price, cost basis and market value. */
  currency: Nullable(Currency),
  /** Whether the position counts as cash, for example a money market fund. The account's cash includes it, too. */
  cash_equivalent: Type.Boolean(),
});
export type HoldingDocument = Static<typeof HoldingDocument>;
