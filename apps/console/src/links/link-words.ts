import type { FinancialAccount, TransferLink } from '@tributary/client';

/** The name by which a person knows an account. */
export function accountName(
  account: Pick<FinancialAccount, 'name' | 'display_name'> | null | undefined,
): string {
  return account
    ? account.display_name || account.name || 'Account without a name'
    : 'An account that is gone';
}

/** The name of a target. */
export function targetName(target: TransferLink['destination']): string {
  return target ? target.name : 'A target that is gone';
}

/** Returns the text about a change of several links, each of which may fail while others succeed. */
export function outcomeOf(
  results: readonly { readonly success: boolean; readonly message: string }[],
  done: string,
): string {
  const failed = results.filter(({ success }) => !success);
  const succeeded = results.length - failed.length;
  const words = `${succeeded} ${succeeded === 1 ? 'link' : 'links'} ${done}`;
  const [first] = failed;
  return first === undefined ? words : `${words}, ${failed.length} refused: ${first.message}`;
}
