import { Type } from '@sinclair/typebox';
import { TransactionDocument } from '@tributary/contracts';
import { component, referenceTo } from '../openapi/components';
import {
  CountText,
  CurrencyText,
  DateText,
  FlagText,
  IdText,
  MoneyText,
  OrNull,
  Text,
  TextOneOf,
  TextOrNull,
  TimeText,
} from '../openapi/wire.schema';
import { FinancialAccount } from './account.schema';

const text = Type.Optional(Text);

const ACTIVITIES = [
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

const INSTRUMENTS = [
  'STOCK',
  'ETF',
  'OPTION',
  'CRYPTOCURRENCY',
  'FIXED_INCOME',
  'MUTUAL_FUND',
  'OTHER',
] as const;

export const Instrument = Type.Object({
  symbol: Text,
  name: Text,
  exchange: Text,
  type: OrNull(TextOneOf(INSTRUMENTS)),
  figi_code: Text,
});

export const OptionContract = Type.Object({
  ticker: Text,
  type: TextOneOf(['CALL', 'PUT']),
  strike_price: Text,
  expiration_date: TextOrNull,
  underlying_symbol: Text,
});

/** What a transaction of a brokerage account was. */
const Trade = component(
  'Trade',
  Type.Object({
    activity_type: OrNull(TextOneOf(ACTIVITIES)),
    units: Text,
    price_per_unit: Type.Union([Type.Number(), Type.Null()]),
    fees: Text,
    fx_rate: TextOrNull,
    external_reference_id: Text,
    instrument: Instrument,
    option: OrNull(OptionContract),
  }),
);

const Merchant = Type.Object({ name: Text, logo_url: Text, website: Text, mccs: Text });

const Enriched = component(
  'Enriched',
  Type.Object({
    provider: Text,
    counterparty: Merchant,
    intermediary: Merchant,
    category_general: Text,
    location: Type.Object({ raw_address: Text, google_maps_url: Text, apple_maps_url: Text }),
    certainty_score: Text,
    is_subscription: Text,
    is_personal: Text,
  }),
);

/** Fields that REST shows as the services keep them; the others have types of the wire. */
const {
  amount: _amount,
  currency: _currency,
  booked: _booked,
  mapped_fields: _mapped,
  booking_date: _bookingDate,
  booking_datetime: _bookingTime,
  value_date: _valueDate,
  value_datetime: _valueTime,
  trade: _trade,
  enriched: _enriched,
  ...AS_IN_THE_DOCUMENT
} = TransactionDocument.properties;

/** Empty fields are left out, except those that are always there. */
export const Transaction = component(
  'Transaction',
  Type.Object({
    id: IdText,
    financial_account_id: IdText,
    financial_account: Type.Optional(OrNull(FinancialAccount)),
    failed_transfers: Type.Optional(CountText),
    attempted_transfers: Type.Optional(CountText),
    amount: MoneyText,
    currency: CurrencyText,
    booked: FlagText,
    mapped_fields: Type.Object({ date: OrNull(DateText), payee: text, description: text }),
    trade: Type.Optional(Trade),
    enriched: Type.Optional(OrNull(Enriched)),
    booking_date: TextOrNull,
    booking_datetime: Text,
    value_date: TextOrNull,
    value_datetime: Text,
    ...AS_IN_THE_DOCUMENT,
    transfer_logs: Type.Optional(Type.Array(referenceTo('TransferLog'))),
    created_at: TimeText,
    updated_at: TimeText,
  }),
);
