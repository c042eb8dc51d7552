/** The hash of a deleted resource. */
export const GONE = '';

/**
 * The hash of a transaction that is not announced because it is under review. Only new rows come under review: a row that
 * was announced cannot. If one did, it would keep its announced hash, so that its next change is an update.
 */
export const UNDER_REVIEW = '?';

/** The kind of a newer version for those who received the older ones. */
export type Change = 'CREATED' | 'UPDATED' | 'REMOVED' | 'NONE';

/**
 * Compares the last announcement (null, or under review: none) with the current state. A resource that returns after its removal is an
 * update, because its receivers know its creation.
 */
export function changeOf(previousHash: string | null, hash: string): Change {
  if (previousHash === hash || hash === UNDER_REVIEW) return 'NONE';
  if (previousHash === null || previousHash === UNDER_REVIEW) return hash === GONE ? 'NONE' : 'CREATED';
  return hash === GONE ? 'REMOVED' : 'UPDATED';
}
