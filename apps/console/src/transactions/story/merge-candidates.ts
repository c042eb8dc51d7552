import { isOutflow, isZero, addDays } from '@tributary/money';
import type { TransactionsQuery } from '../filters/filters';
import { dayOf, type Transaction } from '../transaction';

/** Duplicates are searched within this time before and after a transaction. */
export const MERGE_DAYS = 14;
const PAGE_SIZE = 100;

/**
 * Returns the queries for transactions that may be the same payment: transactions of nearby days with exactly this
 * amount, and transactions with the other status, whose amount may differ but has the same sign. Each query has its own
 * page, so that an account with many rows a day does not hide a duplicate.
 */
export function candidateQueries(
  transaction: Transaction,
): readonly [equal: TransactionsQuery, otherStatus: TransactionsQuery] {
  const { amount, booked } = transaction;
  const near = nearby(transaction);
  return [
    { ...near, 'filter[amount_min]': amount, 'filter[amount_max]': amount },
    { ...near, ...sameSign(amount), 'filter[booked]': booked === 'true' ? 'false' : 'true' },
  ];
}

/**
 * Returns the found transactions without repetitions, without the transaction itself and without transactions that
 * cannot be merged with it. Equal amounts come first.
 */
export function mergeableOf(
  transaction: Transaction,
  lists: readonly (readonly Transaction[])[],
): readonly Transaction[] {
  const byId = new Map(lists.flat().map((one) => [one.id, one]));
  return [...byId.values()].filter((other) => other.id !== transaction.id && isMergeable(transaction, other));
}

function isMergeable(one: Transaction, other: Transaction): boolean {
  const isAnyBooked = one.booked === 'true' || other.booked === 'true';
  const isSplit = other.split !== undefined || other.split_of !== undefined;
  return isAnyBooked && !isSplit && one.currency === other.currency;
}

function nearby(transaction: Transaction): TransactionsQuery {
  const day = dayOf(transaction)?.slice(0, 10);
  return {
    'filter[financial_account_id]': transaction.financial_account_id,
    ...(day === undefined
      ? {}
      : {
          'filter[date_after]': addDays(day, -MERGE_DAYS),
          'filter[date_before]': addDays(day, MERGE_DAYS),
        }),
    'page[size]': PAGE_SIZE,
  };
}

/** An amount of zero has no sign: it can be merged with either. */
function sameSign(amount: string): TransactionsQuery {
  if (isZero(amount)) return {};
  return isOutflow(amount) ? { 'filter[amount_max]': '0' } : { 'filter[amount_min]': '0' };
}
