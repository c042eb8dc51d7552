import { isOutflow, isZero, addDays } from '@tributary/money';
import type { TransactionsQuery } from '../filters/filters';
import { dayOf, type Transaction } from '../transaction';

/** Duplicates are searched within this time before and after a transaction. */
export const MERGE_DAYS = 14;
const PAGE_SIZE = 100;

/**
 * Where the transactions are found that may be the same payment: those nearby with exactly its amount, and those whose
 * status is the other one, which may have another amount and the same sign. Each is a page of its own, so that an account
 * with many rows a day does not push a duplicate out of the list.
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

/** Each once, without the transaction itself and without those that cannot be merged with it. Equal amounts come first. */
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
