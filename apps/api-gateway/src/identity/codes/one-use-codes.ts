import { Queryable } from '@tributary/persistence';
import { codeHolds } from './code-binding';
import { deleteOneUseCode, OneUseCode, OneUseKind } from './one-use-codes.store';

/**
 * Consumes a code; of two simultaneous uses the second finds none.
 * @returns the use and the user of the code; null if it is invalid
 */
export async function takeOneUseCode(
  tx: Queryable,
  kind: OneUseKind,
  hash: Buffer,
): Promise<Pick<OneUseCode, 'userId'> | null> {
  const taken = await deleteOneUseCode(tx, kind, hash);
  return taken && codeHolds(kind, taken) ? { userId: taken.user_id } : null;
}
