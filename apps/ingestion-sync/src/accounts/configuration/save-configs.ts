import { AccountConfig } from '@tributary/contracts';
import { appendToOutbox } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { AuthoredChange } from '../account-config';
import { accountUpserted, AccountRow } from '../account-row';
import { dayOf } from '../../providers/mapping/calendar';
import { reopenedFrom, reopening } from './reopened-history';

/** A locked account with the configuration that applies from now on, and what of it was set for itself. */
export interface ConfigWrite {
  readonly account: AccountRow;
  readonly config: AccountConfig;
  readonly own: AuthoredChange;
}

/**
 * Writes configurations and publishes the accounts. Turning `sync_auto` on schedules a sync immediately, turning it off
 * removes the account from the schedule; an earlier start date loads older history.
 */
export async function saveConfigs(tx: Tx, writes: readonly ConfigWrite[]): Promise<AccountRow[]> {
  if (writes.length === 0) return [];
  const today = dayOf(Date.now());
  const records = writes.map(({ account, config, own }) => ({
    id: account.id,
    config,
    own_config: own,
    reopened_from: reopenedFrom(account, config, today),
  }));
  const rows = await tx.query<AccountRow>(
    `update financial_accounts a
        set config = r.config, own_config = r.own_config, version = a.version + 1, updated_at = now(),
            enrichment_due_at = case
              when a.config->'enrichment' <> r.config->'enrichment' then now() else a.enrichment_due_at end,
            ${reopening('r.reopened_from')},
            sync_cursor = case when r.reopened_from is null then a.sync_cursor end,
            next_sync_at = case
              when a.connection_id is null then null
              when not (r.config->>'sync_auto')::boolean then null
              when not (a.config->>'sync_auto')::boolean or r.reopened_from is not null then greatest(now(), a.next_allowed_at)
              else a.next_sync_at end
       from jsonb_to_recordset($1::jsonb) as r(id bigint, config jsonb, own_config jsonb, reopened_from date)
      where a.id = r.id
     returning a.*`,
    [JSON.stringify(records)],
  );
  await appendToOutbox(
    tx,
    rows.map((row) => accountUpserted(row)),
  );
  return rows;
}
