import { Tx } from '@tributary/persistence';
import { announceChangedRules } from '../rules';
import { removeFromAccounts, removeFromLinks } from './attachments.store';

/** Detaches all rules from deleted accounts, and from their links; publishes the rules. */
export async function detachFromAccounts(tx: Tx, accountIds: readonly number[]): Promise<void> {
  await announceChangedRules(tx, await removeFromAccounts(tx, accountIds));
}

/** Detaches all rules from deleted transfer links; publishes the rules. */
export async function detachFromLinks(tx: Tx, transferLinkIds: readonly number[]): Promise<void> {
  if (transferLinkIds.length === 0) return;
  await announceChangedRules(tx, await removeFromLinks(tx, transferLinkIds));
}
