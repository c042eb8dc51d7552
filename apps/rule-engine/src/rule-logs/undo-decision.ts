import { largestOf, ACTION_TABLE, ActionType, UndoError } from '@tributary/contracts';
import { StoredLog } from '../shaping/results/rule-logs.store';

/** A log that is accepted for undoing. */
export interface UndoableLog extends StoredLog {
  readonly actionId: number;
  readonly actionType: ActionType;
  readonly fieldName: string;
}

/** Whether a log is undone, and the error for the caller if not. */
export type UndoDecision =
  | { readonly kind: 'undo'; readonly log: UndoableLog }
  | {
      readonly kind: 'refused';
      readonly error: UndoError;
      readonly message: string;
      /** The log that must be undone first. */
      readonly laterRuleLogId?: number;
    };

/**
 * Decides whether one log can be undone, given all logs of its transaction. Refuses if a later log that still has an
 * effect changed the same field; the newest of those must be undone first.
 */
export function decideUndo(log: StoredLog | undefined, ofTransaction: readonly StoredLog[]): UndoDecision {
  if (!log) return refused('not_found', 'There is no such rule log.');
  if (log.undone) return refused('already_undone', 'This rule log is undone already.');
  if (!isUndoable(log)) return refused('not_undoable', notUndoable(log));
  const blocking = ofTransaction.filter(
    (other) => other.id > log.id && stands(other) && isSameField(log, other),
  );
  if (blocking.length === 0) return { kind: 'undo', log };
  const laterRuleLogId = largestOf(blocking.map(({ id }) => id));
  const message = `A later change of the same field must be undone first: rule log ${laterRuleLogId}.`;
  return { ...refused('later_change', message), laterRuleLogId };
}

function isUndoable(log: StoredLog): log is UndoableLog {
  const { kind, actionId, actionType, fieldName } = log;
  if (kind !== 'APPLIED' || actionId === null || fieldName === null || actionType === null) return false;
  return ACTION_TABLE[actionType].undoable;
}

function notUndoable({ kind, actionType }: StoredLog): string {
  switch (kind) {
    case 'APPLIED':
      return `What ${actionType ?? 'this action'} did cannot be undone.`;
    case 'UNDONE':
      return 'This rule log is itself the reversal of another.';
    case 'FAILED':
      return 'The rule failed and changed nothing.';
  }
}

function stands(log: StoredLog): boolean {
  return log.kind === 'APPLIED' && !log.undone;
}

/**
 * Returns whether both logs concern the same field. A link's output builds on the account's, not on that of another
 * link; destinations have separate fields.
 */
function isSameField(earlier: StoredLog, later: StoredLog): boolean {
  if (earlier.fieldName !== later.fieldName || earlier.actionType !== later.actionType) return false;
  return earlier.transferLinkId === null || earlier.transferLinkId === later.transferLinkId;
}

function refused(error: UndoError, message: string) {
  return { kind: 'refused', error, message } as const;
}
