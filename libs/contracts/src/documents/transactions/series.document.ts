import { Static, Type } from '@sinclair/typebox';
import { Amount, Currency, Id, IsoDate, Nullable, OneOf } from '../../scalars';

/** How often payments of a series come. */
export const SERIES_RHYTHMS = [
  'WEEKLY',
  'TWO_WEEKLY',
  'FOUR_WEEKLY',
  'MONTHLY',
  'TWO_MONTHLY',
  'QUARTERLY',
  'HALF_YEARLY',
  'YEARLY',
] as const;
export type SeriesRhythm = (typeof SERIES_RHYTHMS)[number];

/**
 * - `ACTIVE`: the next payment is expected.
 * - `PRICE_CHANGED`: the latest payment has another amount than the one before, which had been the price.
 * - `MISSED`: the expected payment did not come yet.
 * - `ENDED`: two expected payments did not come.
 */
export const SERIES_STATUSES = ['ACTIVE', 'PRICE_CHANGED', 'MISSED', 'ENDED'] as const;
export type SeriesStatus = (typeof SERIES_STATUSES)[number];

/** Payments of an account that recur: a bill, a subscription, a salary, a standing order. */
export const SeriesDocument = Type.Object({
  financial_account_id: Id,
  /** Payee of the latest payment; empty if the bank gives none. */
  name: Type.String(),
  rhythm: OneOf(SERIES_RHYTHMS),
  status: OneOf(SERIES_STATUSES),
  currency: Currency,
  /** Amount of the latest payment; outflow is negative. */
  last_amount: Amount,
  /** Amount before the latest, if the price has changed. */
  previous_amount: Nullable(Amount),
  first_date: IsoDate,
  last_date: IsoDate,
  /** Day of the next payment, on or before which a weekend may move it; null if the series has ended. */
  expected_date: Nullable(IsoDate),
  /** The price, or the middle of the latest amounts if they vary; null if the series has ended. */
  expected_amount: Nullable(Amount),
  /** Number of payments that were found. */
  count: Type.Integer({ minimum: 1 }),
  /** The latest payments, newest first. */
  transaction_ids: Type.Array(Id),
});
export type SeriesDocument = Static<typeof SeriesDocument>;
