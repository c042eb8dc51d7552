import { TSchema, Type } from '@sinclair/typebox';
import { component } from '../../rest/openapi/components';
import {
  CountText,
  CurrencyText,
  DateText,
  IdText,
  MoneyText,
  OrNull,
  Text,
} from '../../rest/openapi/wire.schema';

const Points = Type.Array(Type.Object({ date: DateText, amount: MoneyText }));
const Month = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}$' });
const flows = { money_in: MoneyText, money_out: MoneyText, net: MoneyText };

/** Balance of an account at the end of each day that is shown, from the first known day. */
const BalanceHistory = component(
  'BalanceHistory',
  Type.Object({ financial_account_id: IdText, currency: CurrencyText, points: Points }),
);

/** Sum of the balances of a currency's accounts. */
const NetWorth = component('NetWorth', Type.Object({ currency: CurrencyText, points: Points }));

/** Sums of booked transactions by month; outgoing money is negative. */
const CashFlow = component(
  'CashFlow',
  Type.Object({
    currency: CurrencyText,
    months: Type.Array(Type.Object({ month: Month, ...flows })),
  }),
);

/** Counterparties with the largest sums, in whichever direction. */
const Counterparties = component(
  'Counterparties',
  Type.Object({
    currency: CurrencyText,
    counterparties: Type.Array(Type.Object({ name: Text, ...flows, transactions_count: CountText })),
  }),
);

/** A published rate that a total used: one euro is `rate` of the currency, on the last day with a rate up to the total's. */
const UsedRate = component(
  'UsedExchangeRate',
  Type.Object({ currency: CurrencyText, rate: MoneyText, date: DateText, source: Text }),
);

/** Sums of balances that no total includes, because no rate of their currency is known. */
const missingAmounts = {
  missing_rates: Type.Array(Type.Object({ currency: CurrencyText, amount: MoneyText })),
};
/** Sums of transactions that no total includes, because no rate of their currency is known. */
const missingFlows = { missing_rates: Type.Array(Type.Object({ currency: CurrencyText, ...flows })) };
const flowsOrNull = { money_in: OrNull(MoneyText), money_out: OrNull(MoneyText), net: OrNull(MoneyText) };
const rated = { currency: CurrencyText, rates: Type.Array(UsedRate) };

/** Sums of the balances of all currencies. Null: nothing could be converted. */
const ConvertedBalances = component(
  'ConvertedBalances',
  Type.Object({
    ...rated,
    points: Type.Array(Type.Object({ date: DateText, amount: OrNull(MoneyText), ...missingAmounts })),
  }),
);

/** Sums of the transactions of all currencies by month. Null: nothing could be converted. */
const ConvertedCashFlow = component(
  'ConvertedCashFlow',
  Type.Object({
    ...rated,
    months: Type.Array(Type.Object({ month: Month, ...flowsOrNull, ...missingFlows })),
  }),
);

/** Counterparties with the largest sums of all currencies. Null: nothing could be converted. */
const ConvertedCounterparties = component(
  'ConvertedCounterparties',
  Type.Object({
    ...rated,
    counterparties: Type.Array(
      Type.Object({ name: Text, ...flowsOrNull, transactions_count: CountText, ...missingFlows }),
    ),
  }),
);

const withConverted = (row: TSchema, converted: TSchema) =>
  Type.Object({ data: Type.Array(row), converted: Type.Optional(converted) });

/** The responses: `converted` is there if the request names a currency. */
export const OVERVIEW_ANSWERS = {
  netWorth: withConverted(NetWorth, ConvertedBalances),
  balances: withConverted(BalanceHistory, ConvertedBalances),
  cashFlow: withConverted(CashFlow, ConvertedCashFlow),
  counterparties: withConverted(Counterparties, ConvertedCounterparties),
};
