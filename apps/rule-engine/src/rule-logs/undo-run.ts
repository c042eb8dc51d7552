import { groupBy, UndoResult } from '@tributary/contracts';
import { emptyJournal } from '../evaluation/shape';
import { AccountPlan, ShapingResult, StoredTransaction } from '../shaping/shaping-decisions';
import { StoredLog } from '../shaping/results/rule-logs.store';
import { decideUndo } from './undo-decision';
import { PresentCategory, UndoneLog, undoLog } from './undo-transaction';

/** The data that is read before anything is undone. */
export interface UndoState {
  /** The requested logs that belong to the caller. */
  readonly own: ReadonlyMap<number, StoredLog>;
  /** All logs of their transactions, oldest first. */
  readonly logs: readonly StoredLog[];
  readonly stored: ReadonlyMap<number, StoredTransaction>;
  readonly planOf: (accountId: number) => AccountPlan;
  readonly presentCategory: PresentCategory;
  readonly now: string;
}

/** A transaction with undone logs. */
export interface UndoneTransaction {
  readonly stored: StoredTransaction;
  /** Null if the transaction does not change, because none of the undone effects was still in force. */
  readonly result: ShapingResult | null;
}

/** The result of an undo. */
export interface UndoRun {
  /** A result for each requested id, in the order of the request, before the reversals have ids. */
  readonly results: readonly Omit<UndoResult, 'log'>[];
  /** The undone logs, in the order of undoing. */
  readonly undone: readonly UndoneLog[];
  readonly transactions: ReadonlyMap<number, UndoneTransaction>;
}

/**
 * Undoes logs, the newest first whatever their order in the request. The undo of one log may fail while others succeed.
 * Pure: no I/O.
 */
export function undoLogs(ids: readonly number[], state: UndoState): UndoRun {
  const logs = new Map(groupBy(state.logs, ({ transactionId }) => transactionId));
  const latest = new Map<number, StoredTransaction>();
  const undone: UndoneLog[] = [];
  const results: Omit<UndoResult, 'log'>[] = [];
  for (const { id, index } of newestFirst(ids)) {
    const own = state.own.get(id);
    const ofTransaction = logs.get(own?.transactionId ?? 0) ?? [];
    const isStored = state.stored.has(own?.transactionId ?? 0);
    // An id may be listed twice; the second attempt must see the result of the first.
    const current = isStored ? ofTransaction.find((log) => log.id === id) : undefined;
    const decision = decideUndo(current, ofTransaction);
    if (decision.kind === 'refused') {
      const { kind, ...refusal } = decision;
      results[index] = { ruleLogId: id, success: false, ...refusal };
      continue;
    }
    const { log } = decision;
    const one = undoLog(storedOf(state, latest, log.transactionId), log, ofTransaction, {
      plan: state.planOf(log.accountId),
      presentCategory: state.presentCategory,
    });
    undone.push(one);
    latest.set(log.transactionId, one.stored);
    logs.set(
      log.transactionId,
      ofTransaction.map((other) => (other.id === id ? { ...other, undone: true } : other)),
    );
    results[index] = { ruleLogId: id, success: true, message: 'Rule log undone.', error: null };
  }
  return { results, undone, transactions: changedTransactions(latest, state) };
}

function storedOf(
  { stored }: UndoState,
  latest: ReadonlyMap<number, StoredTransaction>,
  id: number,
): StoredTransaction {
  const found = latest.get(id) ?? stored.get(id);
  if (!found) throw new Error(`transaction ${id} has logs and is not stored`);
  return found;
}

function newestFirst(ids: readonly number[]): { id: number; index: number }[] {
  return ids.map((id, index) => ({ id, index })).sort((a, b) => b.id - a.id || a.index - b.index);
}

/** Returns one new version of each transaction, however many of its logs were undone. */
function changedTransactions(
  latest: ReadonlyMap<number, StoredTransaction>,
  { stored, now }: UndoState,
): Map<number, UndoneTransaction> {
  return new Map(
    [...latest].map(([id, after]): [number, UndoneTransaction] => {
      const before = stored.get(id)?.transaction;
      const { transaction, effects } = after;
      if (!before || transaction === before) return [id, { stored: after, result: null }];
      const next = {
        ...transaction,
        shapedVersion: before.shapedVersion + 1,
        updatedAt: transaction.hash === before.hash ? before.updatedAt : now,
      };
      const result = { transaction: next, effects, newEffects: [], journal: emptyJournal() };
      return [id, { stored: after, result }];
    }),
  );
}
