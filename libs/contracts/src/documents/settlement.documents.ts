import { Static, Type } from '@sinclair/typebox';
import { Amount, Currency, Id, IsoDate, Nullable, OneOf } from '../scalars';

/**
 * How a pending and a booked entry stand to each other.
 * - `OPEN`: maybe one purchase; shown as two until someone decides.
 * - `MERGED`, `ACCEPTED`: one purchase, by the evidence or by the user's word.
 * - `DISMISSED`: two purchases, by the user's word.
 * - `UNDONE`: was one, and was taken apart again.
 * - `SUPERSEDED`: was open; the pending entry has become another transaction in the meantime.
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

/** Why two entries were taken for one, or may be one. */
export const SettlementEvidence = Type.Object({
  amount: OneOf(['exact', 'within_tolerance', 'different'] as const),
  /** Booked less pending. */
  amount_difference: Amount,
  name: OneOf(['same', 'similar', 'unknown', 'different'] as const),
  /** From the pending entry's day to the booked one's. */
  days: Type.Integer(),
  /** One of the booked entry's dates is the pending one's. */
  same_day: Type.Boolean(),
  same_institution_id: Type.Boolean(),
  /** The provider itself says that one became the other. */
  linked_by_provider: Type.Boolean(),
  /** The bank still listed the pending entry when the booked one was there. */
  pending_listed: Type.Boolean(),
});
export type SettlementEvidence = Static<typeof SettlementEvidence>;

/** One side of a settlement: how the provider calls it, and the transaction that shows it by itself, if any. */
const Side = {
  transaction_id: Nullable(Id),
  identity_key: Type.String(),
  amount: Amount,
  date: Nullable(IsoDate),
  name: Nullable(Type.String()),
};

export const SettlementDocument = Type.Object({
  status: SettlementStatus,
  /** Of the row that shows both, where they are one; it keeps the id that was there first. */
  transaction_id: Nullable(Id),
  currency: Currency,
  pending: Type.Object(Side),
  booked: Type.Object(Side),
  evidence: SettlementEvidence,
});
export type SettlementDocument = Static<typeof SettlementDocument>;
