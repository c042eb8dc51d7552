import { Type } from '@sinclair/typebox';
import { component } from '../openapi/components';
import { FlagText, IdText, MoneyText, OrNull, TextOrNull, TimeText } from '../openapi/wire.schema';
import { Instrument, OptionContract } from './transaction.schema';

/** A position of an investment account at its last sync. Null is what the broker did not say. */
export const Holding = component(
  'Holding',
  Type.Object({
    id: IdText,
    financial_account_id: IdText,
    instrument: Instrument,
    option: OrNull(OptionContract),
    units: MoneyText,
    price: OrNull(MoneyText),
    cost_basis: OrNull(MoneyText),
    market_value: OrNull(MoneyText),
    currency: TextOrNull,
    cash_equivalent: FlagText,
    created_at: TimeText,
    updated_at: TimeText,
  }),
);
