import { LinkHistoryDocument } from '@tributary/contracts';

/** Counts of a link's transfers at its present destination. */
export interface CarriedCounts {
  readonly total: number;
  /** Transfers not sent yet, or HELD. */
  readonly waiting: number;
  readonly failed: number;
}

/** Maximum delay between the rule engine's report of completion and the arrival of its last results. */
const LAST_MESSAGES_MS = 3000;

export function newHistory(now: Date): LinkHistoryDocument {
  return {
    state: 'WAITING',
    total: 0,
    carried: 0,
    failed: 0,
    started_at: now.toISOString(),
    finished_at: null,
  };
}

export function isOpen(history: LinkHistoryDocument | null): history is LinkHistoryDocument {
  return history !== null && history.finished_at === null;
}

/** Stops an open history of a link that was paused or ended. */
export function stoppedHistory(history: LinkHistoryDocument | null, now: Date): LinkHistoryDocument | null {
  return isOpen(history) ? { ...history, state: 'STOPPED', finished_at: now.toISOString() } : history;
}

/** Applies the rule engine's report: the number of transactions, and whether all are shaped. */
export function shapedHistory(
  history: LinkHistoryDocument,
  reported: { readonly transactionsTotal: number; readonly complete: boolean },
  now: Date,
): LinkHistoryDocument {
  const total = Math.max(reported.transactionsTotal, reported.complete ? 0 : history.total);
  if (reported.complete && total === 0) {
    return { ...history, state: 'COMPLETED', total: 0, finished_at: now.toISOString() };
  }
  return { ...history, state: reported.complete ? 'CARRYING' : 'SHAPING', total };
}

/** The history after applying the counts; the same object if nothing changed. */
export function progressedHistory(
  history: LinkHistoryDocument,
  counts: CarriedCounts,
  shapedAt: Date | null,
  now: Date,
): LinkHistoryDocument {
  const carried = counts.total - counts.waiting;
  const isShaped = shapedAt !== null && now.getTime() - shapedAt.getTime() >= LAST_MESSAGES_MS;
  const total = isShaped ? counts.total : Math.max(history.total, counts.total);
  const next = { ...history, total, carried, failed: counts.failed };
  if (isShaped && counts.waiting === 0) {
    return { ...next, state: 'COMPLETED', finished_at: now.toISOString() };
  }
  const moved =
    next.total !== history.total || carried !== history.carried || counts.failed !== history.failed;
  return moved ? next : history;
}
