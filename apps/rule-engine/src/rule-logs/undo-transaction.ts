import { findRuleField, RuleLogEntry, ShapedTransaction } from '@tributary/contracts';
import { readField } from '../evaluation/document-fields';
import { suppressionOf } from '../evaluation/suppressions';
import { AccountPlan, reshapeInFull, ShapingResult, StoredTransaction } from '../shaping/shaping-decisions';
import { UndoableLog } from './undo-decision';

/** A transaction while logs of it are undone, one after the other. */
export interface UndoneTransaction {
  readonly stored: StoredTransaction;
  /** Null where nothing was shaped anew: the transaction is removed. */
  readonly result: ShapingResult | null;
}

/** A reversal before it has an id. */
export type Reversal = Omit<RuleLogEntry, 'id' | 'createdAt'> & { readonly undoes: number };

/**
 * Suppresses one effect and shapes the transaction anew from its raw document. What was stored stays the base of
 * each further undo, so that however many are undone together, it is one new version.
 */
export function undoEffect(
  { stored, result }: UndoneTransaction,
  log: UndoableLog,
  plan: AccountPlan,
  now: string,
): { undone: UndoneTransaction; reversal: Reversal } {
  const suppressions = [...stored.suppressions, suppressionOf(log.transferLinkId, log)];
  const suppressed = { ...stored, suppressions };
  const before = result?.transaction ?? stored.transaction;
  const next = before.removed ? null : reshapeInFull(suppressed, plan, now);
  const reversal: Reversal = {
    kind: 'UNDONE',
    ruleId: log.ruleId,
    actionId: log.actionId,
    actionType: log.actionType,
    transactionId: log.transactionId,
    transferLinkId: log.transferLinkId,
    fieldName: log.fieldName,
    previousValue: valueAt(before, log),
    newValue: valueAt(next?.transaction ?? before, log),
    error: null,
    undoes: log.id,
  };
  return { undone: { stored: suppressed, result: next }, reversal };
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
