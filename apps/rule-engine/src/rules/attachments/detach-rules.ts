import { Tx } from '@tributary/persistence';
import { announceChangedRules } from '../rules';

/** Detaches all rules from deleted accounts, and from their links; publishes the rules. */
export async function detachFromAccounts(tx: Tx, accountIds: readonly number[]): Promise<void> {
  const rules = await tx.query<{ id: number }>(
    `with from_accounts as (
       delete from rule_accounts where account_id = any($1::bigint[]) returning rule_id
     ), from_links as (
       delete from rule_transfer_links attached using transfer_links links
        where links.id = attached.transfer_link_id and links.account_id = any($1::bigint[])
       returning attached.rule_id
     )
     select rule_id as id from from_accounts union select rule_id from from_links`,
    [accountIds],
  );
  await announceChangedRules(
    tx,
    rules.map(({ id }) => id),
  );
}

/** Detaches all rules from deleted transfer links; publishes the rules. */
export async function detachFromLinks(tx: Tx, transferLinkIds: readonly number[]): Promise<void> {
  if (transferLinkIds.length === 0) return;
  const rules = await tx.query<{ id: number }>(
    `delete from rule_transfer_links where transfer_link_id = any($1::bigint[]) returning rule_id as id`,
    [transferLinkIds],
  );
  await announceChangedRules(tx, [...new Set(rules.map(({ id }) => id))]);
}
