import { Type } from '@sinclair/typebox';
import { DESTINATION_TYPES, OnBookedChange, SYNC_MODES, TRANSFER_OPERATIONS } from '@tributary/contracts';
import { BudgetAccount } from '../destinations/budgeta.schema';
import { FinancialAccount } from '../finance/account.schema';
import { component } from '../openapi/components';
import { DateText, FlagText, IdText, OrNull, TextOneOf, TextOrNull, TimeText } from '../openapi/wire.schema';
import { Rule } from '../rules/rule.schema';

/** Its account, destination and rules are there on its own endpoints, as far as the token may read them. */
export const TransferLink = component(
  'TransferLink',
  Type.Object({
    id: IdText,
    financial_account_id: IdText,
    financial_account: Type.Optional(OrNull(FinancialAccount)),
    destination_type: TextOneOf(DESTINATION_TYPES),
    destination_id: IdText,
    destination: Type.Optional(OrNull(BudgetAccount)),
    transfer_start_date: Type.Union([DateText, Type.Null()], { description: 'Null: the whole history.' }),
    active: FlagText,
    sync_mode: TextOneOf(SYNC_MODES),
    on_booked_change: OnBookedChange,
    rules: Type.Optional(Type.Array(Type.Object({ order: Type.Integer({ minimum: 1 }), rule: Rule }))),
    created_at: TimeText,
    updated_at: TimeText,
  }),
);

/** One attempt to carry a transaction to a destination. */
export const TransferLog = component(
  'TransferLog',
  Type.Object({
    id: IdText,
    transfer_link_id: IdText,
    financial_account_id: IdText,
    transaction_id: IdText,
    operation: TextOneOf(TRANSFER_OPERATIONS),
    status: TextOneOf(['TRANSFERRED', 'FAILED']),
    destination_transaction_id: TextOrNull,
    error: TextOrNull,
    created_at: TimeText,
  }),
);
