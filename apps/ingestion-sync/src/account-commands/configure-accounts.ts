import { Caller, CommandPayload, CommandResult, ConfigureAccounts } from '@tributary/contracts';
import { appendToOutbox } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { dayOf } from '../calendar';
import { authoredChange, changedConfig } from '../accounts/account-config';
import { accountPayload, accountUpserted, AccountRow } from '../accounts/account-row';
import { lockChosenAccounts } from '../accounts/chosen-accounts';
import { reopenedFrom, reopening } from '../connecting/reopened-history';

/**
 * Changes the configuration of the chosen accounts and publishes the changed ones. Turning `sync_auto` on schedules a
 * sync immediately, turning it off removes the account from the schedule; an earlier start date loads older history.
 * @throws Problem
 */
export async function configureAccounts(
  tx: Tx,
  caller: Caller,
  payload: CommandPayload<typeof ConfigureAccounts>,
): Promise<CommandResult<typeof ConfigureAccounts>> {
  const accounts = await lockChosenAccounts(tx, caller, payload);
  const change = authoredChange(payload.config, caller);
  const today = dayOf(Date.now());
  const records = accounts.flatMap((account) => {
    const changed = changedConfig(account.config, change);
    if (JSON.stringify(changed) === JSON.stringify(account.config)) return [];
    return [{ id: account.id, config: changed, reopened_from: reopenedFrom(account, changed, today) }];
  });
  if (records.length === 0) return { accounts: [] };
  const rows = await tx.query<AccountRow>(
    `update financial_accounts a
        set config = r.config, version = a.version + 1, updated_at = now(),
            enrichment_due_at = case
              when a.config->'enrichment' <> r.config->'enrichment' then now() else a.enrichment_due_at end,
            ${reopening('r.reopened_from')},
            sync_cursor = case when r.reopened_from is null then a.sync_cursor end,
            next_sync_at = case
              when not (r.config->>'sync_auto')::boolean then null
              when not (a.config->>'sync_auto')::boolean or r.reopened_from is not null then greatest(now(), a.next_allowed_at)
              else a.next_sync_at end
       from jsonb_to_recordset($1::jsonb) as r(id bigint, config jsonb, reopened_from date)
      where a.id = r.id
     returning a.*`,
    [JSON.stringify(records)],
  );
  await appendToOutbox(
    tx,
    rows.map((row) => accountUpserted(row)),
  );
  return { accounts: rows.map((row) => accountPayload(row)) };
}
