import type { BudgetaState } from '../budgeta/budgeta.state';

/** Every row of the budget by account, deleted ones too. */
export function budgetaLedger(state: BudgetaState): object {
  const accounts = [...state.household.accounts.values()].map((book) => ({
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
  return { summary: budgetaSummary(state), accounts };
}

export function budgetaSummary(state: BudgetaState): object {
  const counts = { transactions: 0, deleted: 0, imported: 0, sum_milliunits: 0n };
  let accountsWithTransactions = 0;
  for (const book of state.household.accounts.values()) {
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
    plan_id: state.household.id,
    accounts: state.household.accounts.size,
    accounts_with_transactions: accountsWithTransactions,
    ...counts,
    sum_milliunits: counts.sum_milliunits.toString(),
    duplicates_refused: state.household.duplicatesRefused,
    requests: state.requests,
    refreshes: state.oauth.refreshes,
    refreshes_refused: state.oauth.refreshesRefused,
    requests_in_retry_after: state.retryWindows.earlyRequests(''),
  };
}
