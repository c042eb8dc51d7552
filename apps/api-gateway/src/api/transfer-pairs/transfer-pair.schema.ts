import { Type } from '@sinclair/typebox';
import { TRANSFER_PAIR_ORIGINS, TRANSFER_PAIR_STATUSES } from '@tributary/contracts';
import { component } from '../../rest/openapi/components';
import {
  CountText,
  CurrencyText,
  DateText,
  IdText,
  MoneyText,
  TextOneOf,
  TimeText,
} from '../../rest/openapi/wire.schema';

const TransferSide = Type.Object({ transaction_id: IdText, financial_account_id: IdText, date: DateText });

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
    outgoing: TransferSide,
    incoming: TransferSide,
    created_at: TimeText,
    updated_at: TimeText,
  }),
);
