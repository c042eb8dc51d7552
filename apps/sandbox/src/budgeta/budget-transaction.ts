export const CLEARED = ['cleared', 'uncleared', 'reconciled'] as const;
export type Cleared = (typeof CLEARED)[number];
export const FLAG_COLORS = ['red', 'orange', 'yellow', 'green', 'blue', 'purple', ''] as const;

/** A transaction as BUDGETA sends it. Amounts are integer milliunits, outflow negative. */
export interface BudgetTransaction {
  readonly id: string;
  readonly date: string;
  readonly amount: number;
  readonly memo: string | null;
  readonly cleared: Cleared;
  readonly approved: boolean;
  readonly flag_color: string | null;
  readonly account_id: string;
  readonly account_name: string;
  readonly payee_id: string | null;
  readonly payee_name: string | null;
  readonly category_id: string | null;
  readonly category_name: string | null;
  readonly transfer_account_id: string | null;
  readonly matched_transaction_id: string | null;
  readonly import_id: string | null;
  readonly import_payee_name: string | null;
  readonly deleted: boolean;
  readonly subtransactions: readonly object[];
}

export interface BudgetAccount {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly on_budget: boolean;
  readonly closed: boolean;
  readonly note: string | null;
  readonly balance: number;
  readonly cleared_balance: number;
  readonly uncleared_balance: number;
  readonly transfer_payee_id: string;
  readonly direct_import_linked: boolean;
  readonly direct_import_in_error: boolean;
  readonly last_reconciled_at: string | null;
  readonly deleted: boolean;
}

/** The fields that a client may set. Fields that were not sent are absent. */
export interface TransactionFields {
  readonly account_id?: string;
  readonly date?: string;
  readonly amount?: number;
  readonly payee_id?: string | null;
  readonly payee_name?: string | null;
  readonly category_id?: string | null;
  readonly memo?: string | null;
  readonly cleared?: Cleared;
  readonly approved?: boolean;
  readonly flag_color?: string | null;
  readonly import_id?: string | null;
}
