import { daysBetween } from '@tributary/money';
import type { BudgetAccount, BudgetTransaction } from './budget-transaction';

/** A row with its JSON text, written once for responses and the store; `knowledge` is when it last changed. */
export interface StoredTransaction {
  readonly row: BudgetTransaction;
  readonly text: string;
  readonly knowledge: number;
}

const MATCH_DAYS = 10;

/** An account with its transactions. Balances follow the rows. */
export class AccountBook {
  readonly rows = new Map<string, StoredTransaction>();
  private readonly byImportId = new Map<string, string>();
  private readonly unmatchedByHand = new Set<string>();
  private clearedBalance: number;
  private unclearedBalance = 0;
  /** Whether the user deleted the account; its rows stay readable. */
  isDeleted = false;

  constructor(
    readonly account: Omit<BudgetAccount, 'balance' | 'cleared_balance' | 'uncleared_balance'>,
    startingBalance: number,
    /** When the account last changed, a balance included. */
    public changedAt: number,
  ) {
    this.clearedBalance = startingBalance;
  }

  resource(): BudgetAccount {
    return {
      ...this.account,
      deleted: this.isDeleted,
      balance: this.clearedBalance + this.unclearedBalance,
      cleared_balance: this.clearedBalance,
      uncleared_balance: this.unclearedBalance,
    };
  }

  /** A deleted row has its import id still: the same import is not accepted again. */
  idOfImport(importId: string): string | undefined {
    return this.byImportId.get(importId);
  }

  /** A row entered by hand that an imported one matches: same amount, at most ten days apart. */
  matchFor(amount: number, date: string): StoredTransaction | undefined {
    for (const id of this.unmatchedByHand) {
      const stored = this.rows.get(id);
      if (stored && stored.row.amount === amount && isNear(stored.row.date, date)) return stored;
    }
    return undefined;
  }

  put(stored: StoredTransaction): void {
    const { row } = stored;
    const before = this.rows.get(row.id)?.row;
    if (before) this.addToBalance(before, -1);
    this.addToBalance(row, 1);
    this.rows.set(row.id, stored);
    this.changedAt = stored.knowledge;
    if (row.import_id !== null) this.byImportId.set(row.import_id, row.id);
    const byHand = row.import_id === null && row.matched_transaction_id === null && !row.deleted;
    if (byHand) this.unmatchedByHand.add(row.id);
    else this.unmatchedByHand.delete(row.id);
  }

  private addToBalance(row: BudgetTransaction, sign: 1 | -1): void {
    if (row.deleted) return;
    if (row.cleared === 'uncleared') this.unclearedBalance += sign * row.amount;
    else this.clearedBalance += sign * row.amount;
  }
}

function isNear(a: string, b: string): boolean {
  return Math.abs(daysBetween(a, b)) <= MATCH_DAYS;
}
