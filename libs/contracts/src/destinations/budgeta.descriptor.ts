import { Type } from '@sinclair/typebox';
import { Nullable } from '../scalars';
import { TOKEN_OR_LINK } from './credential-fields';
import { defineDestination } from './descriptor';

const textOrNull = Nullable(Type.String());

export const BUDGETA = defineDestination({
  type: 'BUDGETA',
  connect: {
    summary: 'Connect BUDGETA',
    description:
      'With `access_token`, a personal access token of the user’s, or with `redirect_url`: then send the user’s ' +
      'browser to `auth_url`. The same user at BUDGETA again renews the connection.',
    credentials: TOKEN_OR_LINK,
    besideLink: [],
  },
  facts: { budgeta_user_id: textOrNull },
  unit: {
    kind: 'BUDGET',
    resource: 'BudgetaBudget',
    name: 'budget',
    plural: 'budgets',
    fields: { currency: textOrNull, first_month: textOrNull, last_month: textOrNull },
  },
  target: {
    kind: 'BUDGET_ACCOUNT',
    resource: 'BudgetaAccount',
    name: 'account',
    plural: 'accounts',
    fields: {
      type: Type.String(),
      on_budget: Type.Boolean(),
      closed: Type.Boolean(),
      note: textOrNull,
      balance: Type.String(),
      cleared_balance: Type.String(),
      uncleared_balance: Type.String(),
      transfer_payee_id: textOrNull,
      direct_import_linked: Type.Boolean(),
      last_reconciled_at: textOrNull,
    },
  },
  hasCategories: true,
  action: {
    description: 'Sets a field at BUDGETA alone.',
    undoable: true,
    fields: {
      payee_name: null,
      category_id: null,
      memo: null,
      flag_color: ['red', 'orange', 'yellow', 'green', 'blue', 'purple', ''],
      approved: ['true', 'false'],
    },
    insteadOf: { payee_name: 'mapped_fields.payee', memo: 'mapped_fields.description' },
  },
  sample: {
    ids: [4, 6, 12],
    connection: { name: 'My budgets', budgeta_user_id: 'u-1' },
    unit: {
      name: 'Household',
      budgeta_id: '1a8e',
      currency: 'EUR',
      first_month: '2026-01-01',
      last_month: '2026-12-01',
    },
    target: {
      budgeta_id: '9b1d',
      name: 'Checking',
      type: 'checking',
      on_budget: true,
      closed: false,
      note: null,
      balance: '120.50',
      cleared_balance: '120.50',
      uncleared_balance: '0.00',
      transfer_payee_id: '77c2',
      direct_import_linked: false,
      last_reconciled_at: null,
    },
    category: { external_id: '5f0e', name: 'Groceries', group: 'Everyday' },
    credentials: { accessToken: 'a-token' },
  },
});
