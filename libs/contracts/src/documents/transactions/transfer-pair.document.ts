import { Static, Type } from '@sinclair/typebox';
import { Amount, Currency, Id, IsoDate, OneOf } from '../../scalars';

/**
 * Two transactions that may move money between a user's own accounts.
 * - `PROPOSED`: they fit; the user has not decided.
 * - `CONFIRMED`: a transfer, by the user's decision: both transactions are marked `is_own_transfer`.
 * - `REJECTED`: no transfer, by the user's decision: not proposed again.
 * - `ENDED`: one of the transactions is gone, fits no longer, or is in another pair.
 */
export const TRANSFER_PAIR_STATUSES = ['PROPOSED', 'CONFIRMED', 'REJECTED', 'ENDED'] as const;
export type TransferPairStatus = (typeof TRANSFER_PAIR_STATUSES)[number];

/** Decisions of users about a pair. */
export const TRANSFER_PAIR_DECISIONS = ['CONFIRMED', 'REJECTED'] as const satisfies TransferPairStatus[];

/** Origin of the pair: a search, or the user. */
export const TRANSFER_PAIR_ORIGINS = ['MATCHED', 'USER'] as const;

const Side = Type.Object({ transaction_id: Id, financial_account_id: Id, date: IsoDate });

export const TransferPairDocument = Type.Object({
  status: OneOf(TRANSFER_PAIR_STATUSES),
  origin: OneOf(TRANSFER_PAIR_ORIGINS),
  /** Amount of the incoming transaction. */
  amount: Amount,
  currency: Currency,
  /** Days between the two. */
  days: Type.Integer(),
  outgoing: Side,
  incoming: Side,
});
export type TransferPairDocument = Static<typeof TransferPairDocument>;
