import { Type } from '@sinclair/typebox';
import { component } from '../../rest/openapi/components';
import { CountText, CurrencyText, DateText, IdText, MoneyText, Text } from '../../rest/openapi/wire.schema';

const Points = Type.Array(Type.Object({ date: DateText, amount: MoneyText }));
const flows = { money_in: MoneyText, money_out: MoneyText, net: MoneyText };

/** Balance of an account at the end of each day that is shown, from the first known day. */
export const BalanceHistory = component(
  'BalanceHistory',
  Type.Object({ financial_account_id: IdText, currency: CurrencyText, points: Points }),
);

/** Sum of the balances of a currency's accounts. */
export const NetWorth = component('NetWorth', Type.Object({ currency: CurrencyText, points: Points }));

/** Sums of booked transactions by month; outgoing money is negative. */
export const CashFlow = component(
  'CashFlow',
  Type.Object({
    currency: CurrencyText,
    months: Type.Array(Type.Object({ month: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}$' }), ...flows })),
  }),
);

/** Counterparties with the largest sums, in whichever direction. */
export const Counterparties = component(
  'Counterparties',
  Type.Object({
    currency: CurrencyText,
    counterparties: Type.Array(Type.Object({ name: Text, ...flows, transactions_count: CountText })),
  }),
);
