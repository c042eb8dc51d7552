import { Type } from '@sinclair/typebox';
import { HealthSchema } from '../finance/connection.schema';
import { component, referenceTo } from '../openapi/components';
import { FlagText, IdText, Text, TextOrNull, TimeOrNull, TimeText } from '../openapi/wire.schema';

/** An account of a budget: what a BUDGETA link points to. */
export const BudgetAccount = component(
  'BudgetaAccount',
  Type.Object({
    id: IdText,
    budget_id: IdText,
    budgeta_id: Text,
    name: Text,
    type: Text,
    on_budget: FlagText,
    closed: FlagText,
    note: TextOrNull,
    balance: Text,
    cleared_balance: Text,
    uncleared_balance: Text,
    transfer_payee_id: TextOrNull,
    direct_import_linked: FlagText,
    last_reconciled_at: TextOrNull,
    created_at: TimeText,
    updated_at: TimeText,
    budget: Type.Optional(referenceTo('BudgetaBudget')),
    health: HealthSchema,
    transfer_links: Type.Optional(Type.Array(referenceTo('TransferLink'))),
  }),
);

export const Budget = component(
  'BudgetaBudget',
  Type.Object({
    id: IdText,
    connection_id: IdText,
    budgeta_id: Text,
    enabled: FlagText,
    name: Text,
    currency: TextOrNull,
    first_month: TextOrNull,
    last_month: TextOrNull,
    last_synced_at: TimeOrNull,
    created_at: TimeText,
    updated_at: TimeText,
    connection: Type.Optional(referenceTo('BudgetaConnection')),
    accounts: Type.Optional(Type.Array(BudgetAccount)),
  }),
);

export const BudgetaConnection = component(
  'BudgetaConnection',
  Type.Object({
    id: IdText,
    name: Text,
    enabled: FlagText,
    sync_balances: FlagText,
    budgeta_user_id: TextOrNull,
    budgets: Type.Optional(Type.Array(Budget)),
    last_synced_at: TimeOrNull,
    created_at: TimeText,
    updated_at: TimeText,
    health: HealthSchema,
    auth_url: TextOrNull,
  }),
);
