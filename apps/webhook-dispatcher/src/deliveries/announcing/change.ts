/** The hash of a deleted resource. */
export const GONE = '';

/** The kind of a newer version for those who received the older ones. */
export type Change = 'CREATED' | 'UPDATED' | 'REMOVED' | 'NONE';

/**
 * Compares the last announcement (null: none) with the current state. A resource that returns after its removal is an
 * update, because its receivers know its creation.
 */
export function changeOf(previousHash: string | null, hash: string): Change {
  if (previousHash === hash) return 'NONE';
  if (previousHash === null) return hash === GONE ? 'NONE' : 'CREATED';
  return hash === GONE ? 'REMOVED' : 'UPDATED';
}
