/** The hash that stands for a thing that is gone. */
export const GONE = '';

/** What a newer version means to those who received the older ones. */
export type Change = 'CREATED' | 'UPDATED' | 'REMOVED' | 'NONE';

/**
 * Compares what was announced last (null: nothing ever) with what holds now. What comes back after a removal
 * is an update: its receivers heard of its creation before.
 */
export function changeOf(previousHash: string | null, hash: string): Change {
  if (previousHash === hash) return 'NONE';
  if (previousHash === null) return hash === GONE ? 'NONE' : 'CREATED';
  return hash === GONE ? 'REMOVED' : 'UPDATED';
}
