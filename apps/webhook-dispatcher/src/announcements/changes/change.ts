/** The hash of a deleted resource. */
export const GONE = '';

/**
 * The hash of a transaction that is not announced because it is under review. Only new rows come under review; if an
 * announced one did, it would retain its announced hash, so that its next change is an update.
 */
export const UNDER_REVIEW = '?';

/** The kind of change of a newer version, for receivers of the older ones. */
export type Change = 'CREATED' | 'UPDATED' | 'REMOVED' | 'NONE';

/**
 * Compares the last announced hash (null or `UNDER_REVIEW` if there was none) with the current one. A resource that
 * returns after its removal is an update, because its receivers know its creation.
 */
export function changeOf(previousHash: string | null, hash: string): Change {
  if (previousHash === hash || hash === UNDER_REVIEW) return 'NONE';
  if (previousHash === null || previousHash === UNDER_REVIEW) return hash === GONE ? 'NONE' : 'CREATED';
  return hash === GONE ? 'REMOVED' : 'UPDATED';
}
