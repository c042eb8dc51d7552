import { AnswerDecision } from './decide-answer';
import { StoredTransaction } from '../stored-transaction';
import { TransactionRow } from '../transaction-rows';

/**
 * Reduces the decision on a file's rows to the rows that the file adds. A stored row stays as the bank sent it and as
 * the user left it; a pending row is booked by the bank's next sync. A row that the bank withdrew and the file lists is
 * restored.
 */
export function additionsOf(decision: AnswerDecision): AnswerDecision {
  const settling = settlingRows(decision);
  const updates = decision.updates.filter(({ stored }) => !isThere(stored));
  return {
    inserts: [...decision.inserts, ...updates.filter(({ row }) => settling.has(row)).map(({ row }) => row)],
    updates: updates.filter(({ row }) => !settling.has(row)),
    unlisted: [],
    withdrawn: [],
    settlements: [],
    reviews: decision.reviews,
    doubtful: decision.doubtful,
    noLongerListed: [],
    uncompared: decision.uncompared,
  };
}

/** The file's rows that are already stored, with the ids of their transactions. */
export function knownTo({ updates }: AnswerDecision): { id: number; row: TransactionRow }[] {
  return updates.flatMap(({ row, stored }) => (isThere(stored) ? { id: stored.id, row } : []));
}

/**
 * Returns the booked rows that would settle a pending entry. If the bank no longer lists that entry, the entry stays
 * hidden, and a new transaction is added for the booked row.
 */
function settlingRows({ settlements }: AnswerDecision) {
  return new Set(settlements.flatMap(({ booked }) => ('row' in booked ? booked.row : [])));
}

/** Whether the bank still has the transaction, even if the user deleted it or merged it into another one. */
function isThere({ state }: StoredTransaction): boolean {
  switch (state) {
    case 'LIVE':
    case 'DELETED':
    case 'MERGED':
      return true;
    case 'UNLISTED':
    case 'WITHDRAWN':
      return false;
    default: {
      const unknown: never = state;
      return unknown;
    }
  }
}
