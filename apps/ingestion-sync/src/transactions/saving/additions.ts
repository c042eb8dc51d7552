import { AnswerDecision } from './decide-answer';
import { StoredTransaction } from '../stored-transaction';
import { TransactionRow } from '../transaction-rows';

/**
 * What a file adds, of the decision on its rows. A row that the account has already stays as the bank sent it, and as
 * the user left it; a pending one is booked by its bank's next sync. Only what the bank took back, and the file lists,
 * is there again.
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

/** Rows of a file with the stored transactions that they are. */
export function knownTo({ updates }: AnswerDecision): { id: number; row: TransactionRow }[] {
  return updates.flatMap(({ row, stored }) => (isThere(stored) ? { id: stored.id, row } : []));
}

/** Rows that settle a pending entry. One that the bank no longer lists stays hidden: its booked row stands alone. */
function settlingRows({ settlements }: AnswerDecision) {
  return new Set(settlements.flatMap(({ booked }) => ('row' in booked ? booked.row : [])));
}

/** Also if the user deleted it, or merged it into another one. */
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
