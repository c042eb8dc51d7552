import { Static, Type } from '@sinclair/typebox';
import { ON_OTHER_CURRENCY } from './currency-rule';
import { DestinationType } from '../../destinations/destinations';
import { MADE_THROUGH } from '../grant.documents';
import { Amount, Currency, Id, IsoDate, IsoTime, Nullable, OneOf } from '../../scalars';

export const SYNC_MODES = ['TRANSACTIONS', 'BALANCE', 'TRANSACTIONS_AND_BALANCE'] as const;
export type SyncMode = (typeof SYNC_MODES)[number];

export const OnBookedChange = Type.Object({
  update_status: Type.Boolean(),
  update_payee: Type.Boolean(),
  update_description: Type.Boolean(),
  update_amount: Type.Boolean(),
});
export type OnBookedChange = Static<typeof OnBookedChange>;

/**
 * WAITING – requested; SHAPING – the rules run over it; CARRYING – the results are being sent; STOPPED – the link was
 * paused or ended before the end
 */
export const HISTORY_STATES = ['WAITING', 'SHAPING', 'CARRYING', 'COMPLETED', 'STOPPED'] as const;
export type HistoryState = (typeof HISTORY_STATES)[number];

/** The progress of a link's history. */
export const LinkHistoryDocument = Type.Object({
  state: OneOf(HISTORY_STATES),
  /** Transactions of the account; once all are shaped, those that the link carries. */
  total: Type.Integer({ minimum: 0 }),
  /** Transactions that are transferred, skipped or failed. */
  carried: Type.Integer({ minimum: 0 }),
  failed: Type.Integer({ minimum: 0 }),
  started_at: IsoTime,
  finished_at: Nullable(IsoTime),
});
export type LinkHistoryDocument = Static<typeof LinkHistoryDocument>;

export const BALANCE_STATES = ['PENDING', 'WRITTEN', 'FAILED'] as const;

/** The last balance that a link was to write to its destination. */
export const LinkBalanceDocument = Type.Object({
  state: OneOf(BALANCE_STATES),
  cleared: Amount,
  currency: Currency,
  snapshot_at: IsoTime,
  written_at: Nullable(IsoTime),
  error: Nullable(Type.String()),
});
export type LinkBalanceDocument = Static<typeof LinkBalanceDocument>;

export const TransferLinkDocument = Type.Object({
  financial_account_id: Id,
  destination_type: DestinationType,
  destination_id: Id,
  transfer_start_date: Nullable(IsoDate),
  active: Type.Boolean(),
  sync_mode: OneOf(SYNC_MODES),
  on_booked_change: OnBookedChange,
  /** What becomes of amounts in another currency than the destination's. Null or absent: the user was not asked. */
  on_other_currency: Type.Optional(Nullable(OneOf(ON_OTHER_CURRENCY))),
  /** What its user named for a destination that states no currency. */
  destination_currency: Type.Optional(Nullable(Currency)),
  /** Transactions in another currency that wait: for a rate, or for the user's choice. */
  waiting_for_currency: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Null if the link never requested a history. */
  history: Type.Optional(Nullable(LinkHistoryDocument)),
  /** Null if the link never had a balance to write. */
  balance: Type.Optional(Nullable(LinkBalanceDocument)),
  ...MADE_THROUGH,
});
export type TransferLinkDocument = Static<typeof TransferLinkDocument>;

export const TRANSFER_OPERATIONS = ['CREATE', 'UPDATE', 'DELETE'] as const;
export type TransferOperation = (typeof TRANSFER_OPERATIONS)[number];

/** The values of `filter[transfer_status]`; `NONE` means that there is no transfer. */
export const TRANSFER_STATUSES = ['PENDING', 'TRANSFERRED', 'FAILED', 'SKIPPED'] as const;
export type TransferStatus = (typeof TRANSFER_STATUSES)[number];

/**
 * The state of a transferred row at its destination, as far as it is known: PRESENT as it was sent, CHANGED by the
 * user, RECONCILED by the user, DELETED by the user, REMOVED by us, ABSENT (never sent), UNKNOWN (a request's result is
 * unknown).
 */
export const DESTINATION_STATES = [
  'PRESENT',
  'CHANGED',
  'RECONCILED',
  'DELETED',
  'REMOVED',
  'ABSENT',
  'UNKNOWN',
] as const;
export type DestinationState = (typeof DESTINATION_STATES)[number];
