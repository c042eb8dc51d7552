import { UndoResult } from '@tributary/contracts';
import { groupBy } from '../group-by';
import { AccountPlan, StoredTransaction } from '../shaping/shaping-decisions';
import { decideUndo, StoredLog } from './undo-decision';
import { Reversal, undoEffect, UndoneTransaction } from './undo-transaction';

/** What is known before anything is undone. */
export interface UndoState {
  /** The logs that were asked for, as far as they are the caller's. */
  readonly own: ReadonlyMap<number, StoredLog>;
  /** All logs of their transactions. */
  readonly logs: readonly StoredLog[];
  readonly stored: ReadonlyMap<number, StoredTransaction>;
  readonly planOf: (accountId: number) => AccountPlan;
  readonly now: string;
}

/** A result before its reversal has an id. */
export interface UndoOutcome {
  readonly result: Omit<UndoResult, 'log'>;
  readonly undone: { readonly log: StoredLog; readonly reversal: Reversal } | null;
}

/** What came of undoing: an outcome for each id, in order, and the transactions that changed. */
export interface UndoRun {
  readonly outcomes: readonly UndoOutcome[];
  readonly transactions: ReadonlyMap<number, UndoneTransaction>;
}

/** Undoes logs one after the other, in the order given; each succeeds or fails for itself. Pure: no I/O. */
export function undoLogs(ids: readonly number[], state: UndoState): UndoRun {
  const logs = new Map(groupBy(state.logs, ({ transactionId }) => transactionId));
  const transactions = new Map<number, UndoneTransaction>();
  const outcomes = ids.map((id): UndoOutcome => {
    const own = state.own.get(id);
    const ofTransaction = logs.get(own?.transactionId ?? 0) ?? [];
    const stored = state.stored.get(own?.transactionId ?? 0);
    // The first undo of an id changes what a second one in the same list meets.
    const current = stored && ofTransaction.find((log) => log.id === id);
    const decision = decideUndo(current, ofTransaction);
    if (decision.kind === 'refused') {
      const { error, message } = decision;
      return { result: { ruleLogId: id, success: false, message, error }, undone: null };
    }
    const { log } = decision;
    const before = transactions.get(log.transactionId) ?? startOf(state, log.transactionId);
    const { undone, reversal } = undoEffect(before, log, state.planOf(log.accountId), state.now);
    transactions.set(log.transactionId, undone);
    logs.set(
      log.transactionId,
      ofTransaction.map((one) => (one.id === id ? { ...one, undone: true } : one)),
    );
    const result = { ruleLogId: id, success: true, message: 'Rule log undone.', error: null };
    return { result, undone: { log, reversal } };
  });
  return { outcomes, transactions };
}

function startOf(state: UndoState, transactionId: number): UndoneTransaction {
  const stored = state.stored.get(transactionId);
  if (!stored) throw new Error(`transaction ${transactionId} has logs and is not stored`);
  return { stored, result: null };
}
