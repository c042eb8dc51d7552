import {
  BulkOutcome,
  BulkResult,
  ListMode,
  Problem,
  requireAll,
  TransactionChanges,
} from '@tributary/contracts';

/** The results for the items of one command, in their order: the transaction's id, or why the item was refused. */
export interface ItemResults {
  readonly outcomes: readonly (number | Problem)[];
  readonly changes: readonly TransactionChanges[];
}

/** Limit of the changes in a reply; the events contain all changes. */
const ANSWERED_BYTES_MAX = 350_000;

/** The reply to a command about transactions, with a result for each. @throws Problem where all or none was refused */
export function bulkResult({ outcomes, changes }: ItemResults, mode: ListMode): BulkResult {
  if (mode === 'all_or_none') requireAll(outcomes, 'items');
  return {
    outcomes: outcomes.map(toOutcome),
    changes: mode === 'each' ? withinAnswer(changes) : [...changes],
  };
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
