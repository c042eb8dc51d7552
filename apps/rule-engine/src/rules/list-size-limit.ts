import { Problem, ruleBytes, RULES_OF_A_PAGE_BYTES_MAX, SMALL_RULE_BYTES_MAX } from '@tributary/contracts';
import type { Tx } from '@tributary/persistence';
import { bytesOfLargest } from './rules.store';

/**
 * Runs a change of a user's rules, and rejects it if a page of the user's hundred largest rules would exceed the size
 * of a reply. Small rules never exceed it.
 * @throws Problem (conflict)
 */
export async function withinListSize<T>(
  tx: Tx,
  userId: number,
  wanted: Parameters<typeof ruleBytes>[0],
  change: () => Promise<T>,
): Promise<T> {
  if (ruleBytes(wanted) <= SMALL_RULE_BYTES_MAX) return change();
  const before = await bytesOfLargest(tx, userId);
  const changed = await change();
  const after = await bytesOfLargest(tx, userId);
  if (after <= before || after <= RULES_OF_A_PAGE_BYTES_MAX) return changed;
  throw Problem.conflict(
    `The hundred largest rules of a user have at most ${RULES_OF_A_PAGE_BYTES_MAX.toLocaleString('en-US')} bytes together: ` +
      'shorten this one, or shorten or delete another first.',
  );
}
