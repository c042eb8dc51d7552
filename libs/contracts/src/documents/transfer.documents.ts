import { Static, Type } from '@sinclair/typebox';
import { Id, IsoDate, Nullable, OneOf } from './scalars';

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
