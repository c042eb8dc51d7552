import type { BudgetaState } from './budgeta.state';
import type { BudgetaUser } from './budgeta-user';

/** Every row of the user's budget by account, deleted ones too. */
export function budgetaLedger(state: BudgetaState, user: BudgetaUser): object {
  const accounts = [...user.budget.accounts.values()].map((book) => ({
    id: book.id,
    name: book.name,
    note: book.note,
    transactions: [...book.transactions()].map(({ row }) => ({
      id: row.id,
      import_id: row.import_id,
      amount: row.amount,
      date: row.date,
      memo: row.memo,
      payee: row.payee_name,
      cleared: row.cleared,
      deleted: row.deleted,
    })),
  }));
  return { summary: budgetaSummary(state, user), accounts };
}

/** Counts of the user's budget and requests; renewals of access are everybody's. */
export function budgetaSummary(state: BudgetaState, user: BudgetaUser): object {
  const { budget } = user;
  const counts = { transactions: 0, deleted: 0, imported: 0, sum_milliunits: 0n };
  let accountsWithTransactions = 0;
  for (const book of budget.accounts.values()) {
    if (book.transactionCount > 0) accountsWithTransactions += 1;
    for (const { row } of book.transactions()) {
      if (row.deleted) counts.deleted += 1;
      else {
        counts.transactions += 1;
        counts.sum_milliunits += BigInt(row.amount);
      }
      if (row.import_id !== null) counts.imported += 1;
    }
  }
  return {
    plan_id: budget.id,
    accounts: budget.accounts.size,
    accounts_with_transactions: accountsWithTransactions,
    ...counts,
    sum_milliunits: counts.sum_milliunits.toString(),
    duplicates_refused: budget.duplicatesRefused,
    requests: user.requests,
    refreshes: state.oauth.refreshes,
    refreshes_refused: state.oauth.refreshesRefused,
    requests_in_retry_after: state.retryWindows.earlyRequests(user.retryKey),
  };
}
