import { toMilliunits } from '@tributary/money';
import { BalanceSnapshot, DestinationFailure, RowOutcome } from '../destination.port';
import { rowsIn } from './answered-rows';

const PAYEE = 'Balance adjustment';

/**
 * Returns the row that brings an account to the snapshot's balance, or the outcome if no row is needed or possible: the
 * balance is equal already, or too large for BUDGETA. `accounts` is BUDGETA's list.
 */
export function adjustmentFor(
  accounts: unknown,
  snapshot: BalanceSnapshot,
): { readonly row: Readonly<Record<string, unknown>> } | { readonly done: RowOutcome } {
  const account = rowsIn(accounts).find(({ id }) => id === snapshot.targetExternalId);
  if (!account || account.deleted === true) {
    throw new DestinationFailure({ kind: 'target-gone', reason: 'The account was deleted at BUDGETA.' });
  }
  const { cleared_balance: held } = account as { readonly cleared_balance?: unknown };
  if (typeof held !== 'number' || !Number.isSafeInteger(held)) {
    throw new DestinationFailure({ kind: 'unavailable', reason: 'The answer of BUDGETA could not be read.' });
  }
  const wanted = milliunits(snapshot.cleared);
  if (wanted === null) {
    return { done: { kind: 'rejected', reason: 'The balance is too large for BUDGETA.' } };
  }
  if (wanted === held) return { done: { kind: 'done', destinationId: snapshot.key } };
  return { row: adjustment(snapshot, wanted - held) };
}

function adjustment(snapshot: BalanceSnapshot, amount: number): Readonly<Record<string, unknown>> {
  return {
    account_id: snapshot.targetExternalId,
    date: snapshot.date,
    amount,
    payee_name: PAYEE,
    memo: snapshot.memo ?? null,
    cleared: 'cleared',
    approved: true,
    import_id: snapshot.key,
  };
}

function milliunits(amount: string): number | null {
  try {
    return toMilliunits(amount);
  } catch {
    return null; // too large for an exact number; the caller rejects the snapshot
  }
}
