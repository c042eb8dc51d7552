import { Caller, Problem } from '@tributary/contracts';
import type { Tx } from '@tributary/persistence';
import { areAccessible } from '../../rules/attachments/known-targets';
import { accountsOfUser } from '../../rules/attachments/known-targets.store';

/**
 * Returns the accounts whose transactions are tried.
 *
 * @param wanted null for all of the caller's accounts
 * @throws Problem (invalid)
 */
export async function previewableAccounts(
  tx: Tx,
  caller: Caller,
  wanted: readonly number[] | null,
): Promise<readonly number[]> {
  if (wanted === null) return accountsOfUser(tx, caller.userId, caller.accountIds);
  if (await areAccessible(tx, caller, wanted)) return wanted;
  throw Problem.invalid({ financial_account_ids: ['Each must be an account of yours.'] });
}
