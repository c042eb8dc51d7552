import { Static, Type } from '@sinclair/typebox';
import { Amount, Currency, Id, IsoDate, Nullable, OneOf } from '../../scalars';

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

/**
 * Evidence that amounts in two currencies are one transfer.
 * - `STATED`: the bank of one side states the rate between exactly these currencies, and the amounts are by that rate.
 * - `DAY_RATE`: the amounts are near the day rate of the European Central Bank, which has no bank's margin in it.
 * - `USER`: the user's word.
 */
export const EXCHANGE_BASES = ['STATED', 'DAY_RATE', 'USER'] as const;

const Exchange = Type.Object({
  outgoing_amount: Amount,
  outgoing_currency: Currency,
  basis: OneOf(EXCHANGE_BASES),
  /** By how many percent more came in than went out, by the rate of the basis; less is negative. Null: by the user. */
  difference_percent: Nullable(Amount),
  /** Another pair of one of the transactions fits too, or the difference is larger than banks' usual margin. */
  doubtful: Type.Boolean(),
});
export type TransferExchange = Static<typeof Exchange>;

const Side = Type.Object({ transaction_id: Id, financial_account_id: Id, date: IsoDate });

export const TransferPairDocument = Type.Object({
  status: OneOf(TRANSFER_PAIR_STATUSES),
  origin: OneOf(TRANSFER_PAIR_ORIGINS),
  /** Amount of the incoming transaction. */
  amount: Amount,
  currency: Currency,
  /** Days between the two. */
  days: Type.Integer(),
  /** Only between two currencies. */
  exchange: Type.Optional(Exchange),
  outgoing: Side,
  incoming: Side,
});
export type TransferPairDocument = Static<typeof TransferPairDocument>;
