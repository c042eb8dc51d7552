import { Caller, Problem } from '@tributary/contracts';
import type { Tx } from '@tributary/persistence';
import { areAccessible } from '../rules/attachments/known-targets';

/**
 * The accounts whose history is looked at.
 *
 * @param wanted null: all of the caller's
 * @throws Problem (invalid)
 */
export async function previewableAccounts(
  tx: Tx,
  caller: Caller,
  wanted: readonly number[] | null,
): Promise<readonly number[]> {
  if (wanted === null) {
    const own = await tx.query<{ id: number }>(
      `select id from accounts where user_id = $1 and not deleted and ($2::bigint[] is null or id = any($2::bigint[]))`,
      [caller.userId, caller.accountIds],
    );
    return own.map(({ id }) => id);
  }
  if (await areAccessible(tx, caller, wanted)) return wanted;
  throw Problem.invalid({ financial_account_ids: ['Each must be an account of yours.'] });
}
