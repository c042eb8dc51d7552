import { Type } from '@sinclair/typebox';
import { EXCHANGE_BASES, TRANSFER_PAIR_ORIGINS, TRANSFER_PAIR_STATUSES } from '@tributary/contracts';
import { component } from '../../rest/openapi/components';
import {
  CountText,
  CurrencyText,
  DateText,
  FlagText,
  IdText,
  MoneyText,
  OrNull,
  TextOneOf,
  TimeText,
} from '../../rest/openapi/wire.schema';

const TransferSide = Type.Object({ transaction_id: IdText, financial_account_id: IdText, date: DateText });

/**
 * Evidence of a pair in two currencies. `STATED`: by a rate that one of the banks states; `DAY_RATE`: near the European
 * Central Bank's rate; `USER`: by the user's word. `difference_percent`: by how much more came in than went out.
 */
const TransferExchange = Type.Object({
  outgoing_amount: MoneyText,
  outgoing_currency: CurrencyText,
  basis: TextOneOf(EXCHANGE_BASES),
  difference_percent: OrNull(MoneyText),
  doubtful: FlagText,
});

/** Two transactions that move money between the user's own accounts, or may. */
export const TransferPair = component(
  'TransferPair',
  Type.Object({
    id: IdText,
    status: TextOneOf(TRANSFER_PAIR_STATUSES),
    origin: TextOneOf(TRANSFER_PAIR_ORIGINS),
    amount: MoneyText,
    currency: CurrencyText,
    days: CountText,
    exchange: Type.Optional(TransferExchange),
    outgoing: TransferSide,
    incoming: TransferSide,
    created_at: TimeText,
    updated_at: TimeText,
  }),
);
