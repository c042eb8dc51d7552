import { Queryable } from '@tributary/persistence';

/** SQL: transactions `t`, for a condition. */
export const FROM_TRANSACTIONS = 'from transactions t';

/** SQL: joins transactions `t` by a condition. */
export const joinTransactions = (on: string): string => `join transactions t on ${on}`;

/** SQL: the stored number of transactions `n` by account, for a condition. */
export const countedBy = (condition: string): string =>
  `select coalesce(sum(n.transactions), 0)::bigint as count from transaction_counts n
    where ${condition}`;

/** The stored number of the users' transactions, without removed ones. */
export async function countTransactionsOf(database: Queryable, userIds: readonly number[]): Promise<number> {
  const [counted] = await database.query<{ count: number }>(countedBy('n.user_id = any($1::bigint[])'), [
    userIds,
  ]);
  return counted?.count ?? 0;
}

/** SQL: the ids of both transactions of a user's confirmed transfers between own accounts. @param user SQL of the user's id */
export function ownTransfers(user: string): string {
  const confirmed = `from transfer_pairs p where p.user_id = ${user} and p.status = 'CONFIRMED'`;
  return `select p.outgoing_transaction_id ${confirmed} union all select p.incoming_transaction_id ${confirmed}`;
}

/** SQL: all columns of the user's transaction. @param user, id SQL of the ids */
export const transactionById = (user: string, id: string): string =>
  `select * from transactions where user_id = ${user} and id = ${id} limit 1`;
