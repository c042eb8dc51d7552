import { findRuleField, RuleLogEntry, ShapedTransaction } from '@tributary/contracts';
import { readField } from '../evaluation/document-fields';
import { suppressionOf } from '../evaluation/suppressions';
import { Shaping } from '../evaluation/shape';
import {
  AccountPlan,
  reshapedInFull,
  ShapingResult,
  StoredTransaction,
  storedInput,
  ToShape,
} from '../shaping/shaping-decisions';
import { UndoableLog } from './undo-decision';

/** A transaction while logs of it are undone, one after the other. */
export interface UndoneTransaction {
  readonly stored: StoredTransaction;
  /** Null where nothing was shaped again: the transaction is removed. */
  readonly result: ShapingResult | null;
}

/** A reversal before it has an id. */
export type Reversal = Omit<RuleLogEntry, 'id' | 'createdAt'> & { readonly undoes: number };

/** One effect that is taken back, before the transaction's rules ran without it. */
export interface UndoStep {
  readonly log: UndoableLog;
  /** As it is stored, with what is suppressed from now on. */
  readonly stored: StoredTransaction;
  /** Null where nothing is shaped again: the transaction is removed. */
  readonly toShape: ToShape | null;
}

/** Suppresses one effect: the transaction is shaped again from its raw document. */
export function undoStep(before: StoredTransaction, log: UndoableLog, plan: AccountPlan): UndoStep {
  const suppressions = [...before.suppressions, suppressionOf(log.transferLinkId, log)];
  const stored = { ...before, suppressions };
  const toShape = { userId: stored.userId, plan, input: storedInput(stored, plan) };
  return { log, stored, toShape: stored.transaction.removed ? null : toShape };
}

/**
 * What a step came to, after those before it. What was stored stays the base of each further undo, so that however many
 * are undone together, it is one new version.
 */
export function undoneBy(
  { log, stored }: UndoStep,
  shaping: Shaping | null,
  before: UndoneTransaction,
  now: string,
): { undone: UndoneTransaction; reversal: Reversal } {
  const was = before.result?.transaction ?? before.stored.transaction;
  const next = shaping && reshapedInFull(stored, shaping, now);
  const reversal: Reversal = {
    kind: 'UNDONE',
    ruleId: log.ruleId,
    actionId: log.actionId,
    actionType: log.actionType,
    transactionId: log.transactionId,
    transferLinkId: log.transferLinkId,
    fieldName: log.fieldName,
    previousValue: valueAt(was, log),
    newValue: valueAt(next?.transaction ?? was, log),
    error: null,
    undoes: log.id,
  };
  return { undone: { stored, result: next }, reversal };
}

/** The value that the log's field has now, where the log's rule is attached; null where there is none. */
function valueAt(
  transaction: ShapedTransaction,
  { transferLinkId, actionType, fieldName }: UndoableLog,
): string | null {
  const output = transaction.outputs.find((one) => one.transferLinkId === transferLinkId);
  if (actionType !== 'SET_FIELD') return output?.destinationFields[fieldName] ?? null;
  const field = findRuleField(fieldName);
  const document = output?.document ?? transaction.shaped ?? transaction.raw;
  return (field && readField(document, field)) || null;
}
