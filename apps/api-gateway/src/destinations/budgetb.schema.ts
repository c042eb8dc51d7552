import { Type } from '@sinclair/typebox';
import { HealthSchema } from '../finance/connection.schema';
import { component, referenceTo } from '../openapi/components';
import { FlagText, IdText, Text, TextOrNull, TimeOrNull, TimeText } from '../openapi/wire.schema';
import { connectionSchema } from './connection.schema';
import { DestinationKind } from './destination-kind';

/** An account of a budget: what a BUDGETB link points to. */
export const BudgetbAccount = component(
  'BudgetbAccount',
  Type.Object({
    id: IdText,
    budget_id: IdText,
    budgetb_id: Text,
    name: Text,
    on_budget: FlagText,
    closed: FlagText,
    balance: Text,
    created_at: TimeText,
    updated_at: TimeText,
    budget: Type.Optional(referenceTo('BudgetbBudget')),
    health: HealthSchema,
    transfer_links: Type.Optional(Type.Array(referenceTo('TransferLink'))),
  }),
);

const BudgetbBudget = component(
  'BudgetbBudget',
  Type.Object({
    id: IdText,
    connection_id: IdText,
    budgetb_id: Text,
    enabled: FlagText,
    name: Text,
    currency: TextOrNull,
    encrypted: FlagText,
    last_synced_at: TimeOrNull,
    created_at: TimeText,
    updated_at: TimeText,
    connection: Type.Optional(referenceTo('BudgetbConnection')),
    accounts: Type.Optional(Type.Array(BudgetbAccount)),
  }),
);

const BudgetbConnection = connectionSchema(
  'BudgetbConnection',
  { server_url: TextOrNull },
  'budgets',
  BudgetbBudget,
);

export const BUDGETB = {
  type: 'BUDGETB',
  path: 'budgetb',
  connection: {
    idName: 'budgetbConnectionId',
    schema: BudgetbConnection,
    own: ['server_url'],
  },
  unit: {
    name: 'budget',
    plural: 'budgets',
    idName: 'budgetbBudgetId',
    schema: BudgetbBudget,
    parent: 'connection_id',
  },
  target: {
    name: 'account',
    plural: 'accounts',
    idName: 'budgetbAccountId',
    schema: BudgetbAccount,
    parent: 'budget_id',
  },
} as const satisfies DestinationKind;
