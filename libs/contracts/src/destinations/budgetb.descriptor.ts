import { Type } from '@sinclair/typebox';
import { Nullable } from '../scalars';
import { optional, secret, webAddress } from './credential-fields';
import { defineDestination } from './descriptor';

export const BUDGETB = defineDestination({
  type: 'BUDGETB',
  connect: {
    summary: 'Connect a BUDGETB server',
    description: 'The same server again renews the connection.',
    credentials: {
      serverUrl: webAddress(),
      password: secret('The server’s password.'),
      encryptionPassword: optional(secret('The password of budgets whose content is encrypted.')),
    },
  },
  facts: { server_url: Type.String() },
  unit: {
    kind: 'BUDGETB_BUDGET',
    resource: 'BudgetbBudget',
    name: 'budget',
    plural: 'budgets',
    /** `encrypted`: the budget has its own password. */
    fields: { currency: Nullable(Type.String()), encrypted: Type.Boolean() },
  },
  target: {
    kind: 'BUDGETB_ACCOUNT',
    resource: 'BudgetbAccount',
    name: 'account',
    plural: 'accounts',
    fields: { on_budget: Type.Boolean(), closed: Type.Boolean(), balance: Type.String() },
  },
  hasCategories: true,
  action: {
    description: 'Sets a field at BUDGETB alone.',
    undoable: true,
    fields: { payee_name: null, category: null, notes: null },
    insteadOf: { payee_name: 'mapped_fields.payee', notes: 'mapped_fields.description' },
  },
  sample: {
    ids: [71, 72, 73],
    connection: { name: 'Our server', server_url: 'https://budget.example' },
    unit: { name: 'Family', budgetb_id: 'b0f2', currency: null, encrypted: false },
    target: { budgetb_id: 'c771', name: 'Everyday', on_budget: true, closed: false, balance: '88.10' },
    category: { external_id: 'd2a4', name: 'Food', group: 'Usual Expenses' },
    credentials: { serverUrl: 'https://budget.example', password: 'a password' },
  },
});
