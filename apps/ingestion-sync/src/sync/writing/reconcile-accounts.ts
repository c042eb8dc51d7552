import { BalanceDocument } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { updateReconciliations } from '../../accounts/accounts.store';
import {
  bookedBalance,
  BookedBalance,
  reconcile,
  StoredReconciliation,
} from '../../accounts/balances/reconciliation';
import { BookedSums, sumBooked } from '../../transactions/saved-transactions.store';

/** An account whose balances and transactions were both read completely in one sync. */
export interface ReconcilableAccount {
  readonly id: number;
  readonly currency: string | null;
  readonly last: StoredReconciliation | null;
  readonly balances: readonly BalanceDocument[];
  /** The first day that each sync reads again. */
  readonly floor: string;
}

type Held = ReconcilableAccount & { readonly balance: BookedBalance };

/** Reconciles balances with transactions for many accounts in two statements. @returns the new stored reconciliations */
export async function reconcileAccounts(
  tx: Tx,
  accounts: readonly ReconcilableAccount[],
  at: string,
): Promise<Map<number, StoredReconciliation>> {
  const held = accounts.flatMap((account): Held[] => {
    const balance = bookedBalance(account.balances, account.currency);
    return balance ? [{ ...account, balance }] : [];
  });
  if (held.length === 0) return new Map();
  const sums = await bookedSums(tx, held);
  const kept = new Map(
    held.map(({ id, last, balance, floor }) => {
      const reading = {
        balance,
        floor,
        at,
        bookedFromLastFloor: sums.get(id)?.from_last_floor ?? '0',
        bookedFromFloor: sums.get(id)?.from_floor ?? '0',
      };
      return [id, reconcile(last, reading)];
    }),
  );
  await updateReconciliations(
    tx,
    [...kept].map(([id, reconciliation]) => ({ id, reconciliation })),
  );
  return kept;
}

async function bookedSums(tx: Tx, held: readonly Held[]): Promise<Map<number, BookedSums>> {
  const wanted = held.map(({ id, last, balance, floor }) => ({
    account_id: id,
    last_floor: last?.floor ?? floor,
    floor,
    until: balance.until,
    currency: balance.currency,
  }));
  const rows = await sumBooked(tx, wanted);
  return new Map(rows.map((row) => [row.account_id, row]));
}
