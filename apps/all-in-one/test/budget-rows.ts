import { InProcessSystem } from './in-process-system';

/** A transaction in the sandbox's budget; the amount is in thousandths. */
export interface BudgetRow {
  readonly memo: string | null;
  readonly amount: number;
  readonly deleted: boolean;
}

/** Returns the rows of the sandbox's budget, without deleted ones. */
export async function budgetRows({ sandbox }: InProcessSystem): Promise<BudgetRow[]> {
  const response = await fetch(`${sandbox.controlUrl}/ledger/budgeta`);
  const { accounts } = (await response.json()) as { accounts: { transactions: BudgetRow[] }[] };
  return accounts.flatMap(({ transactions }) => transactions).filter(({ deleted }) => !deleted);
}
