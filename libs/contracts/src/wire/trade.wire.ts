import { Type } from '@sinclair/typebox';
import { ACTIVITY_TYPES, INSTRUMENT_TYPES, TradeDocument } from '../documents/transactions/trade.document';
import { OrNull, Text, TextOneOf, TextOrNull, WireType } from './wire-types';

export const InstrumentWire = Type.Object({
  symbol: Text,
  name: Text,
  exchange: Text,
  type: OrNull(TextOneOf(INSTRUMENT_TYPES)),
  figi_code: Text,
});

export const OptionWire = Type.Object({
  ticker: Text,
  type: TextOneOf(['CALL', 'PUT']),
  strike_price: Text,
  expiration_date: TextOrNull,
  underlying_symbol: Text,
});

/** The fields of a transaction at a broker. */
export const TradeWire = Type.Object({
  activity_type: OrNull(TextOneOf(ACTIVITY_TYPES)),
  units: Text,
  price_per_unit: Type.Union([Type.Number(), Type.Null()]),
  fees: Text,
  fx_rate: TextOrNull,
  external_reference_id: Text,
  instrument: InstrumentWire,
  option: OrNull(OptionWire),
});

/** The interface shows one amount as a number: the price of a unit. */
export const wireTrade: WireType<TradeDocument | undefined> = {
  schema: Type.Optional(TradeWire),
  write: (trade) =>
    trade && {
      ...trade,
      price_per_unit: trade.price_per_unit === null ? null : Number(trade.price_per_unit),
    },
};
