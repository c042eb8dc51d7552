import { Static, Type } from '@sinclair/typebox';
import { Id, IsoDate, IsoTime, Nullable, OneOf } from './scalars';
import { Health } from './finance.documents';

export const DESTINATION_TYPES = ['BUDGETA', 'BUDGETB', 'SHEETS', 'WORKSPACE'] as const;
export const DestinationType = OneOf(DESTINATION_TYPES);
export type DestinationType = (typeof DESTINATION_TYPES)[number];

export const SYNC_MODES = ['TRANSACTIONS', 'BALANCE', 'TRANSACTIONS_AND_BALANCE'] as const;
export type SyncMode = (typeof SYNC_MODES)[number];

export const OnBookedChange = Type.Object({
  update_status: Type.Boolean(),
  update_payee: Type.Boolean(),
  update_description: Type.Boolean(),
  update_amount: Type.Boolean(),
});
export type OnBookedChange = Static<typeof OnBookedChange>;

export const TransferLinkDocument = Type.Object({
  financial_account_id: Id,
  destination_type: DestinationType,
  destination_id: Id,
  transfer_start_date: Nullable(IsoDate),
  active: Type.Boolean(),
  sync_mode: OneOf(SYNC_MODES),
  on_booked_change: OnBookedChange,
});
export type TransferLinkDocument = Static<typeof TransferLinkDocument>;

export const TRANSFER_OPERATIONS = ['CREATE', 'UPDATE', 'DELETE'] as const;
export type TransferOperation = (typeof TRANSFER_OPERATIONS)[number];

/** What `filter[transfer_status]` speaks of; `NONE` is the absence of any transfer. */
export const TRANSFER_STATUSES = ['PENDING', 'TRANSFERRED', 'FAILED', 'SKIPPED'] as const;
export type TransferStatus = (typeof TRANSFER_STATUSES)[number];

const textOrNull = Nullable(Type.String());

export const BudgetaConnectionDocument = Type.Object({
  name: Type.String(),
  enabled: Type.Boolean(),
  sync_balances: Type.Boolean(),
  budgeta_user_id: textOrNull,
  last_synced_at: Nullable(IsoTime),
  health: Health,
  auth_url: textOrNull,
});
export type BudgetaConnectionDocument = Static<typeof BudgetaConnectionDocument>;

export const BudgetDocument = Type.Object({
  connection_id: Id,
  budgeta_id: Type.String(),
  enabled: Type.Boolean(),
  name: Type.String(),
  currency: textOrNull,
  first_month: textOrNull,
  last_month: textOrNull,
  last_synced_at: Nullable(IsoTime),
});
export type BudgetDocument = Static<typeof BudgetDocument>;

/** Balances are decimal strings, like all money. */
export const BudgetAccountDocument = Type.Object({
  budget_id: Id,
  budgeta_id: Type.String(),
  name: Type.String(),
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
  health: Health,
});
export type BudgetAccountDocument = Static<typeof BudgetAccountDocument>;
