import { SAMPLE_TIME, sampleHealth } from './samples';

/** Invented values: what stands in a connection of each kind. */

const row = (id: number) => ({
  id,
  version: 1,
  deleted: false,
  createdAt: SAMPLE_TIME,
  updatedAt: SAMPLE_TIME,
});

const connection = (name: string) => ({
  name,
  enabled: true,
  sync_balances: false,
  budgeta_user_id: null,
  last_synced_at: SAMPLE_TIME,
  health: sampleHealth,
  auth_url: null,
  authorized: true,
});

const unit = (connectionId: number, name: string) => ({
  connection_id: connectionId,
  enabled: true,
  name,
  last_synced_at: SAMPLE_TIME,
});

export const budgetaSample = {
  userId: 1,
  connectionId: 4,
  destinationType: 'BUDGETA' as const,
  resources: [
    {
      ...row(4),
      kind: 'CONNECTION' as const,
      document: { ...connection('My budgets'), budgeta_user_id: 'u-1' },
    },
    {
      ...row(6),
      kind: 'BUDGET' as const,
      document: {
        ...unit(4, 'Household'),
        budgeta_id: '1a8e',
        currency: 'EUR',
        first_month: '2026-01-01',
        last_month: '2026-12-01',
      },
    },
    {
      ...row(12),
      kind: 'BUDGET_ACCOUNT' as const,
      document: {
        budget_id: 6,
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
        health: sampleHealth,
      },
    },
  ],
};

export const budgetbSample = {
  userId: 1,
  connectionId: 71,
  destinationType: 'BUDGETB' as const,
  resources: [
    {
      ...row(71),
      kind: 'CONNECTION' as const,
      document: { ...connection('Our server'), server_url: 'https://budget.example' },
    },
    {
      ...row(72),
      kind: 'BUDGETB_BUDGET' as const,
      document: { ...unit(71, 'Family'), budgetb_id: 'b0f2', currency: null, encrypted: false },
    },
    {
      ...row(73),
      kind: 'BUDGETB_ACCOUNT' as const,
      document: {
        budget_id: 72,
        budgetb_id: 'c771',
        name: 'Everyday',
        on_budget: true,
        closed: false,
        balance: '88.10',
        health: sampleHealth,
      },
    },
  ],
};

export const sheetsSample = {
  userId: 1,
  connectionId: 74,
  destinationType: 'SHEETS' as const,
  resources: [
    {
      ...row(74),
      kind: 'CONNECTION' as const,
      document: {
        ...connection('Spreadsheets'),
        service_account_email: 'writer@project.iam.example',
      },
    },
    {
      ...row(75),
      kind: 'SPREADSHEET' as const,
      document: {
        ...unit(74, 'Money 2026'),
        sheets_id: '1BxiMVs0',
        url: 'https://sheets.example/d/1BxiMVs0',
        locale: 'en_GB',
        time_zone: 'Europe/Helsinki',
      },
    },
    {
      ...row(76),
      kind: 'SHEET' as const,
      document: {
        spreadsheet_id: 75,
        sheets_id: '0',
        name: 'Transactions',
        position: 0,
        health: sampleHealth,
      },
    },
  ],
};

export const workspaceSample = {
  userId: 1,
  connectionId: 77,
  destinationType: 'WORKSPACE' as const,
  resources: [
    {
      ...row(77),
      kind: 'CONNECTION' as const,
      document: { ...connection('Workspace'), workspace_name: 'Home' },
    },
    {
      ...row(78),
      kind: 'DATABASE' as const,
      document: {
        ...unit(77, 'Spending'),
        workspace_id: '5c6a',
        url: 'https://workspace.example/5c6a',
      },
    },
    {
      ...row(79),
      kind: 'DATA_SOURCE' as const,
      document: { database_id: 78, workspace_id: 'd5aa', name: 'Spending', health: sampleHealth },
    },
  ],
};
