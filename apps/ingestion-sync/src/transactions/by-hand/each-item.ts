import { BulkOutcome, BulkResult, Problem, TransactionChanges } from '@tributary/contracts';

/** The results for the items of one command, in their order: the transaction's id, or why the item was refused. */
export interface ItemResults {
  readonly outcomes: readonly (number | Problem)[];
  readonly changes: readonly TransactionChanges[];
}

/** Limit of the changes in a reply; the events contain all changes. */
const ANSWERED_BYTES_MAX = 350_000;

/** Returns the decision on an item, or the problem that refuses it. */
export function decidedOr<T>(decide: () => T): T | Problem {
  try {
    return decide();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** The reply to a command about one transaction. @throws Problem if it was refused */
export function onlyResult({ outcomes, changes }: ItemResults): TransactionChanges {
  const [outcome] = outcomes;
  if (outcome instanceof Problem) throw outcome;
  const [changed] = changes;
  if (!changed) throw new Error('a command about one transaction changed none');
  return changed;
}

/** The reply to a command about many transactions, with a result for each item. */
export function bulkResult({ outcomes, changes }: ItemResults): BulkResult {
  return { outcomes: outcomes.map(toOutcome), changes: withinAnswer(changes) };
}

function toOutcome(outcome: number | Problem): BulkOutcome {
  if (typeof outcome === 'number')
    return { transactionId: outcome, error: null, message: 'Done.', errors: {} };
  const { detail, message } = outcome;
  switch (detail.kind) {
    case 'not_found':
    case 'conflict':
      return { transactionId: null, error: detail.kind, message, errors: {} };
    case 'invalid':
      return { transactionId: null, error: detail.kind, message, errors: detail.errors };
    case 'plan_limit':
    case 'upstream':
    case 'forbidden':
    case 'failed':
      throw outcome; // a decision about one item never raises these
    default: {
      const unknown: never = detail;
      return unknown;
    }
  }
}

/** The changes that fit into a reply. */
export function withinAnswer(all: readonly TransactionChanges[]): TransactionChanges[] {
  let bytes = 0;
  return all.map((changes) => ({
    ...changes,
    upserted: changes.upserted.filter(
      (one) => (bytes += Buffer.byteLength(JSON.stringify(one))) <= ANSWERED_BYTES_MAX,
    ),
  }));
}
