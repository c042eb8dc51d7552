import { groupBy, UndoResult } from '@tributary/contracts';
import { Shaping } from '../evaluation/shape';
import { AccountPlan, StoredTransaction } from '../shaping/shaping-decisions';
import { decideUndo, StoredLog } from './undo-decision';
import { Reversal, undoneBy, UndoneTransaction, UndoStep, undoStep } from './undo-transaction';

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

/** The result of undoing: an outcome for each id, in order, and the transactions that changed. */
export interface UndoRun {
  readonly outcomes: readonly UndoOutcome[];
  readonly transactions: ReadonlyMap<number, UndoneTransaction>;
}

/** What is to be undone, before the rules ran: a result for each id, in order, and a step for each success. */
export interface PlannedUndo {
  readonly results: readonly { readonly result: Omit<UndoResult, 'log'>; readonly step: UndoStep | null }[];
  readonly steps: readonly UndoStep[];
}

/** Decides on logs one after the other, in the order given; each succeeds or fails for itself. Pure: no I/O. */
export function planUndo(ids: readonly number[], state: UndoState): PlannedUndo {
  const logs = new Map(groupBy(state.logs, ({ transactionId }) => transactionId));
  const latest = new Map<number, StoredTransaction>();
  const results = ids.map((id) => {
    const own = state.own.get(id);
    const ofTransaction = logs.get(own?.transactionId ?? 0) ?? [];
    const stored = state.stored.get(own?.transactionId ?? 0);
    // The first undo of an id changes what a second one in the same list meets.
    const current = stored && ofTransaction.find((log) => log.id === id);
    const decision = decideUndo(current, ofTransaction);
    if (decision.kind === 'refused') {
      const { error, message } = decision;
      return { result: { ruleLogId: id, success: false, message, error }, step: null };
    }
    const { log } = decision;
    const before = latest.get(log.transactionId) ?? storedOf(state, log.transactionId);
    const step = undoStep(before, log, state.planOf(log.accountId));
    latest.set(log.transactionId, step.stored);
    logs.set(
      log.transactionId,
      ofTransaction.map((one) => (one.id === id ? { ...one, undone: true } : one)),
    );
    return { result: { ruleLogId: id, success: true, message: 'Rule log undone.', error: null }, step };
  });
  return { results, steps: results.flatMap(({ step }) => step ?? []) };
}

/** Puts together what was undone. @param shapingOf how a step's transaction is shaped now; null where it is not */
export function finishUndo(
  { results }: PlannedUndo,
  state: UndoState,
  shapingOf: (step: UndoStep) => Shaping | null,
): UndoRun {
  const transactions = new Map<number, UndoneTransaction>();
  const outcomes = results.map(({ result, step }): UndoOutcome => {
    if (!step) return { result, undone: null };
    const { log } = step;
    const stored = storedOf(state, log.transactionId);
    const before = transactions.get(log.transactionId) ?? { stored, result: null };
    const { undone, reversal } = undoneBy(step, shapingOf(step), before, state.now);
    transactions.set(log.transactionId, undone);
    return { result, undone: { log, reversal } };
  });
  return { outcomes, transactions };
}

function storedOf(state: UndoState, transactionId: number): StoredTransaction {
  const stored = state.stored.get(transactionId);
  if (!stored) throw new Error(`transaction ${transactionId} has logs and is not stored`);
  return stored;
}
