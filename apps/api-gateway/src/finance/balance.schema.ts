import { Type } from '@sinclair/typebox';
import { component } from '../openapi/components';
import { CurrencyText, IdText, MoneyText, Text, TimeText } from '../openapi/wire.schema';

/** A balance that was recorded. All members are texts, empty where the institution did not say. */
export const BalanceEntry = component(
  'FinancialAccountBalance',
  Type.Object({
    id: IdText,
    financial_account_id: IdText,
    amount: MoneyText,
    currency: CurrencyText,
    type: Text,
    category: Text,
    reference_date: Text,
    credit_limit_included: Text,
    last_committed_transaction_entry_ref: Text,
    integrator_last_changed_at: Text,
    created_at: TimeText,
    updated_at: TimeText,
  }),
);
