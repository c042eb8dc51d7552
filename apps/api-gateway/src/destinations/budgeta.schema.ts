import { Type } from '@sinclair/typebox';
import { HealthSchema } from '../finance/connection.schema';
import { component, referenceTo } from '../openapi/components';
import { FlagText, IdText, Text, TextOrNull, TimeOrNull, TimeText } from '../openapi/wire.schema';
import { connectionSchema } from './connection.schema';
import { DestinationKind } from './destination-kind';

/** An account of a budget: what a BUDGETA link points to. */
export const BudgetaAccount = component(
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

const BudgetaBudget = component(
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
    accounts: Type.Optional(Type.Array(BudgetaAccount)),
  }),
);

const BudgetaConnection = connectionSchema(
  'BudgetaConnection',
  { budgeta_user_id: TextOrNull },
  'budgets',
  BudgetaBudget,
);

export const BUDGETA = {
  type: 'BUDGETA',
  path: 'budgeta',
  connection: {
    idName: 'budgetaConnectionId',
    schema: BudgetaConnection,
    own: ['budgeta_user_id'],
  },
  unit: {
    name: 'budget',
    plural: 'budgets',
    idName: 'budgetaBudgetId',
    schema: BudgetaBudget,
    parent: 'connection_id',
  },
  target: {
    name: 'account',
    plural: 'accounts',
    idName: 'budgetaAccountId',
    schema: BudgetaAccount,
    parent: 'budget_id',
  },
} as const satisfies DestinationKind;
