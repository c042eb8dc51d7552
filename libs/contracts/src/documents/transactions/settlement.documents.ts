import { Static, Type } from '@sinclair/typebox';
import { Amount, Currency, Id, IsoDate, Nullable, OneOf } from '../../scalars';

/**
 * The relation of two entries: of a pending and a booked one, or of two booked rows that may be one.
 * - `OPEN`: maybe one purchase; shown as two until the user decides. The later one of two booked rows is in no total
 * until then.
 * - `MERGED`, `ACCEPTED`: one purchase, by the evidence or by the user's decision.
 * - `DISMISSED`: two purchases, by the user's decision.
 * - `UNDONE`: was one, and was separated again.
 * - `SUPERSEDED`: was open; meanwhile a side has become another transaction, or is gone.
 */
export const SETTLEMENT_STATUSES = [
  'OPEN',
  'MERGED',
  'ACCEPTED',
  'DISMISSED',
  'UNDONE',
  'SUPERSEDED',
] as const;
export const SettlementStatus = OneOf(SETTLEMENT_STATUSES);
export type SettlementStatus = (typeof SETTLEMENT_STATUSES)[number];

/**
 * Origin of the decision that two entries are one.
 * - `MATCHED`: a sync, by the evidence.
 * - `USER_SETTLEMENT`: the user, who merged a pending and a booked transaction by hand.
 * - `USER_DUPLICATE`: the user, who merged two transactions that the bank had sent twice; `pending` is the removed
 * one.
 * - `MATCHED_DUPLICATE`: the evidence that two booked rows may be one; `pending` is the later one, which is under
 * review.
 */
export const SETTLEMENT_ORIGINS = [
  'MATCHED',
  'USER_SETTLEMENT',
  'USER_DUPLICATE',
  'MATCHED_DUPLICATE',
] as const;
export type SettlementOrigin = (typeof SETTLEMENT_ORIGINS)[number];

/** Reasons why two entries are, or may be, one. */
export const SettlementEvidence = Type.Object({
  amount: OneOf(['exact', 'within_tolerance', 'different'] as const),
  /** Booked amount less pending amount. */
  amount_difference: Amount,
  name: OneOf(['same', 'similar', 'unknown', 'different'] as const),
  /** Days from the pending entry to the booked one. */
  days: Type.Integer(),
  /** Whether one of the booked entry's dates equals the pending one's. */
  same_day: Type.Boolean(),
  same_institution_id: Type.Boolean(),
  /** The provider itself reports that one became the other. */
  linked_by_provider: Type.Boolean(),
  /** The bank still listed the pending entry when it listed the booked one. */
  pending_listed: Type.Boolean(),
});
export type SettlementEvidence = Static<typeof SettlementEvidence>;

/** A side of a settlement: its key at the provider, and the transaction that shows it separately, if any. */
const Side = {
  transaction_id: Nullable(Id),
  identity_key: Type.String(),
  amount: Amount,
  date: Nullable(IsoDate),
  name: Nullable(Type.String()),
};

export const SettlementDocument = Type.Object({
  status: SettlementStatus,
  /** The id of the merged row, which is the id of the earlier row. */
  transaction_id: Nullable(Id),
  currency: Currency,
  pending: Type.Object(Side),
  booked: Type.Object(Side),
  evidence: SettlementEvidence,
  /** Absent: `MATCHED`. */
  origin: Type.Optional(OneOf(SETTLEMENT_ORIGINS)),
  /** The import that added the row under review. Absent if no import did. */
  file_import_id: Type.Optional(Id),
});
export type SettlementDocument = Static<typeof SettlementDocument>;
