import {
  findRuleField,
  mayIdentifyHolder,
  RuleField,
  RuleLogEntry,
  ShapedOutput,
} from '@tributary/contracts';
import { documentWith, readField } from '../evaluation/documents/document-fields';
import { documentHash } from '../evaluation/documents/document-hash';
import { outputHash } from '../evaluation/shape';
import { seenDocument } from '../evaluation/documents/sight';
import { suppressionOf } from '../evaluation/suppressions';
import { documentChanges } from '../evaluation/shaping-changes';
import { AccountPlan, effectDigest, StoredTransaction } from '../shaping/shaping-decisions';
import { StoredLog } from '../shaping/results/rule-logs.store';
import { UndoableLog } from './undo-decision';

/** A reversal before it has an id. */
export type Reversal = Omit<RuleLogEntry, 'id' | 'createdAt'> & { readonly undoes: number };

/** Returns the category in the place of one that a log names: itself, or for a deleted one another, or none. */
export type PresentCategory = (id: string) => string | null;

/** An undone log: the transaction after the undo, and the log of the reversal. */
export interface UndoneLog {
  readonly log: UndoableLog;
  readonly stored: StoredTransaction;
  readonly reversal: Reversal;
}

/**
 * Restores the field's value before the log, if the field still has the value that the log set, and suppresses the
 * effect. No rule runs, so all other values stay as they were shaped. Pure: no I/O.
 * @param ofTransaction all logs of the transaction
 */
export function undoLog(
  before: StoredTransaction,
  log: UndoableLog,
  ofTransaction: readonly StoredLog[],
  { plan, presentCategory }: { readonly plan: AccountPlan; readonly presentCategory: PresentCategory },
): UndoneLog {
  const suppressions = [...before.suppressions, suppressionOf(log.transferLinkId, log)];
  const current = valueAt(before, log);
  const present = (value: string | null) =>
    value !== null && namesCategory(log) ? presentCategory(value) : value;
  // Until the job has moved the transaction, it has the deleted category that the log set.
  const isUnchanged = current === log.newValue || current === present(log.newValue);
  const isThere = !before.transaction.removed && isInForce(before, log) && isUnchanged;
  const earlier = present(previousValue(before, log, ofTransaction));
  const restored = isThere ? restore(before, log, earlier, plan) : before;
  const reversal: Reversal = {
    kind: 'UNDONE',
    ruleId: log.ruleId,
    actionId: log.actionId,
    actionType: log.actionType,
    transactionId: log.transactionId,
    transferLinkId: log.transferLinkId,
    fieldName: log.fieldName,
    previousValue: current,
    newValue: valueAt(restored, log),
    error: null,
    undoes: log.id,
  };
  return { log, stored: { ...restored, suppressions }, reversal };
}

/** Returns whether the log's values are ids of the user's own categories. */
export function namesCategory({ actionType, fieldName }: StoredLog): boolean {
  return actionType === 'SET_FIELD' && fieldName === 'category_id';
}

/**
 * Returns whether the effect was applied when the transaction was last shaped. It was not if the bank now reports the
 * value that the rule had set.
 */
function isInForce({ effects }: StoredTransaction, log: StoredLog): boolean {
  return effects.includes(effectDigest({ ...log, error: null }));
}

/**
 * Returns the value before the log. A rule whose author may not see the account's holder logs no name; then the value
 * is that of an earlier log, or the account's.
 */
function previousValue(
  { transaction, ...stored }: StoredTransaction,
  log: UndoableLog,
  ofTransaction: readonly StoredLog[],
): string | null {
  if (log.previousValue !== null || !mayIdentifyHolder(log.fieldName)) return log.previousValue;
  const earlier = ofTransaction.findLast(
    (other) =>
      other.id < log.id &&
      other.transferLinkId === log.transferLinkId &&
      other.fieldName === log.fieldName &&
      isInForce({ ...stored, transaction }, other),
  );
  if (earlier) return earlier.newValue;
  const field = findRuleField(log.fieldName);
  const below = log.transferLinkId === null ? transaction.raw : (transaction.shaped ?? transaction.raw);
  return field ? readField(below, field) : null;
}

function restore(
  stored: StoredTransaction,
  log: UndoableLog,
  value: string | null,
  plan: AccountPlan,
): StoredTransaction {
  const digest = effectDigest({ ...log, error: null });
  const effects = stored.effects.filter((one) => one !== digest);
  const field = findRuleField(log.fieldName);
  if (log.actionType !== 'SET_FIELD') return { ...withDestinationField(stored, log, value), effects };
  if (!field || stored.transaction.raw.edited_fields?.includes(field.name)) return stored;
  const restored =
    log.transferLinkId === null
      ? withAccountField(stored, field, value ?? '', plan)
      : withLinkField(stored, field, value ?? '', { transferLinkId: log.transferLinkId, plan });
  return { ...restored, effects };
}

/** Returns the link's document with the account's value of the field, unless the link's own rules set another. */
function withAccountField(
  { transaction, ...stored }: StoredTransaction,
  field: RuleField,
  value: string,
  plan: AccountPlan,
): StoredTransaction {
  const { raw } = transaction;
  const before = transaction.shaped ?? raw;
  const changed = documentWith(before, field, value);
  const shaped = documentChanges(raw, changed).length === 0 ? null : changed;
  const next = { ...transaction, shaped, hash: documentHash(shaped ?? raw) };
  const inherited = readField(before, field);
  const outputs = transaction.outputs.map((output) => {
    const link = plan.links.find(({ transferLinkId }) => transferLinkId === output.transferLinkId);
    if (output.document === null || !link) return withHash(output, next.hash);
    const below = seenDocument(shaped ?? raw, link.sight);
    const isInherited = readField(output.document, field) === inherited;
    const own = isInherited ? documentWith(output.document, field, readField(below, field)) : output.document;
    const document = documentChanges(below, own).length === 0 ? null : own;
    return withHash({ ...output, document }, next.hash);
  });
  return { ...stored, transaction: { ...next, outputs } };
}

function withLinkField(
  { transaction, ...stored }: StoredTransaction,
  field: RuleField,
  value: string,
  { transferLinkId, plan }: { readonly transferLinkId: number; readonly plan: AccountPlan },
): StoredTransaction {
  const link = plan.links.find((one) => one.transferLinkId === transferLinkId);
  const account = transaction.shaped ?? transaction.raw;
  const below = link ? seenDocument(account, link.sight) : account;
  const outputs = transaction.outputs.map((output) => {
    if (output.transferLinkId !== transferLinkId) return output;
    const own = documentWith(output.document ?? below, field, value);
    const document = documentChanges(below, own).length === 0 ? null : own;
    return withHash({ ...output, document }, transaction.hash);
  });
  return { ...stored, transaction: { ...transaction, outputs } };
}

function withDestinationField(
  { transaction, ...stored }: StoredTransaction,
  { transferLinkId, fieldName }: UndoableLog,
  value: string | null,
): StoredTransaction {
  const outputs = transaction.outputs.map((output) => {
    if (output.transferLinkId !== transferLinkId) return output;
    const { [fieldName]: _undone, ...others } = output.destinationFields;
    const destinationFields = value === null ? others : { ...others, [fieldName]: value };
    return withHash({ ...output, destinationFields }, transaction.hash);
  });
  return { ...stored, transaction: { ...transaction, outputs } };
}

function withHash(output: ShapedOutput, accountHash: string): ShapedOutput {
  return { ...output, hash: outputHash(output, accountHash) };
}

/**
 * Returns the current value of the log's field at the log's target, or null. A destination's field can exist and be
 * empty, if the rule emptied it.
 */
function valueAt(
  { transaction }: StoredTransaction,
  { transferLinkId, actionType, fieldName }: UndoableLog,
): string | null {
  const output = transaction.outputs.find((one) => one.transferLinkId === transferLinkId);
  if (actionType !== 'SET_FIELD') return output?.destinationFields[fieldName] ?? null;
  const field = findRuleField(fieldName);
  const document = output?.document ?? transaction.shaped ?? transaction.raw;
  return (field && readField(document, field)) || null;
}
