/**
 * SQL: whether an account has transactions. Looked up in the order of an index: in a database with one large account,
 * the planner believes that any row is of the account that is asked for, and `exists` reads the whole table if none is.
 */
export function hasTransactions(accountId: string): string {
  return `(select true from transactions t where t.account_id = ${accountId} order by t.day limit 1) is not null`;
}
