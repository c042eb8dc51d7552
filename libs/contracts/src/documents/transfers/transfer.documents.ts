import { Static, Type } from '@sinclair/typebox';
import { ON_OTHER_CURRENCY } from './currency-rule';
import { DestinationType } from '../../destinations/destinations';
import { MADE_THROUGH } from '../grant.documents';
import { publishedOf, storedOf } from '../../resources/forms';
import { described } from '../../resources/texts';
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
  /** Number of the account's transactions; after all are shaped, the number of those that the link sends. */
  total: Type.Integer({ minimum: 0 }),
  /** Number of transactions that are transferred, skipped or failed. */
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

/** Maximum of entries in the map of a link. */
export const CATEGORY_MAP_MAX = 1000;

/** A category of the user's own list, and the destination's category that its transactions are sent with. */
export const CategoryMapEntry = Type.Object({ category_id: Id, destination_category_id: Id });
export type CategoryMapEntry = Static<typeof CategoryMapEntry>;

/** Number of a link's transactions with a category that it does not map; they are sent without one. */
export const UnmappedCategory = Type.Object({ category_id: Id, transactions: Type.Integer({ minimum: 1 }) });
export type UnmappedCategory = Static<typeof UnmappedCategory>;

/** The members of a transfer link that a caller sets. Every form of the link derives from them. */
export const TransferLinkSettings = Type.Object({
  financial_account_id: Id,
  destination_type: DestinationType,
  /** The target of the link; for BUDGETA, an account of a budget. */
  destination_id: Id,
  /** Earlier transactions are not sent. */
  transfer_start_date: described(Nullable(IsoDate, { default: null }), { shown: 'Null: the whole history.' }),
  active: Type.Boolean({ default: true }),
  sync_mode: OneOf(SYNC_MODES, { default: 'TRANSACTIONS' }),
  /** Fields of a row at the destination that a booked change updates. */
  on_booked_change: Type.Object(OnBookedChange.properties, { default: {} }),
  on_other_currency: described(Type.Optional(OneOf(ON_OTHER_CURRENCY)), {
    shown:
      'What becomes of amounts in another currency than the destination’s. Null: nobody was asked. Then transactions in ' +
      'another currency than the account’s wait.',
    sent:
      'What becomes of amounts in another currency than the destination’s: `CONVERT` by the bank’s own rate (without ' +
      'one they wait), or `AS_IS` (the number stays, and the memo names the currency). Required where the account and ' +
      'the destination are in different currencies.',
  }),
  destination_currency: described(Type.Optional(Currency), {
    shown: 'What the destination counts in: as it says itself, or as it was named.',
    sent:
      'What a destination counts in that states no currency itself: a sheet, a data source, a budget without one. ' +
      'Absent: that of its other links, or the account’s.',
  }),
  category_map: described(Type.Optional(Type.Array(CategoryMapEntry, { maxItems: CATEGORY_MAP_MAX })), {
    shown:
      'Which category of the destination stands for which of the user’s own. Null: none was ever mapped.',
    sent:
      'Which category of the destination stands for which of the user’s own: the whole map, `[]` for none. Transactions ' +
      'with a category that it does not name are sent without one.',
  }),
});
/** Settings as the link's owner stores them. */
export const StoredLinkSettings = storedOf(TransferLinkSettings);
export type TransferLinkSettings = Static<typeof StoredLinkSettings>;

type Carrying = Pick<TransferLinkSettings, 'active' | 'sync_mode'> & { readonly deleted: boolean };

/** Whether the link carries transactions at present. */
export function carriesTransactions({ active, deleted, sync_mode }: Carrying): boolean {
  return active && !deleted && sync_mode !== 'BALANCE';
}

/** Whether the link writes its account's balances at present. */
export function carriesBalance({ active, deleted, sync_mode }: Carrying): boolean {
  return active && !deleted && sync_mode !== 'TRANSACTIONS';
}

export const sampleLinkSettings = {
  financial_account_id: 17,
  destination_type: 'BUDGETA',
  destination_id: 12,
  transfer_start_date: null,
  active: true,
  sync_mode: 'TRANSACTIONS',
  on_booked_change: {
    update_status: true,
    update_payee: true,
    update_description: true,
    update_amount: true,
  },
} as const;

export const TransferLinkDocument = Type.Object({
  ...publishedOf(TransferLinkSettings).properties,
  /** Number of transactions in another currency that wait for a rate, or for the user's choice. */
  waiting_for_currency: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Absent: none. */
  unmapped_categories: Type.Optional(Type.Array(UnmappedCategory)),
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
