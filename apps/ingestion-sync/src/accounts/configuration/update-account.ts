import {
  AccountUpsertedV1,
  Caller,
  CommandPayload,
  EventPayload,
  Problem,
  UpdateAccount,
} from '@tributary/contracts';
import { appendToOutbox } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { dayOf } from '../../providers/mapping/calendar';
import { authoredChange, changedConfig, changedSettings } from '../account-config';
import { accountPayload, accountUpserted, AccountRow } from '../account-row';
import { lockOwnAccount } from '../chosen-accounts';
import { isTimeZone } from '../../providers/mapping/time-zones';
import { reopenedFrom, reopening } from './reopened-history';

/**
 * Changes the user's settings of an account: name, whether it is synced, and how. Enabling it, or its schedule, makes
 * it due; disabling removes it from the schedule; an earlier start date loads older history. @throws Problem
 */
export async function updateAccount(
  tx: Tx,
  caller: Caller,
  payload: CommandPayload<typeof UpdateAccount>,
): Promise<EventPayload<typeof AccountUpsertedV1>> {
  const account = await lockOwnAccount(tx, caller, payload.financialAccountId);
  const change = authoredChange(payload.config ?? {}, caller);
  const wanted = {
    custom_name: payload.customName === undefined ? account.custom_name : named(payload.customName),
    enabled: payload.enabled ?? account.enabled,
    time_zone: payload.timeZone === undefined ? account.time_zone : checkedZone(payload.timeZone),
    config: changedConfig(account.config, change),
    own_config: changedSettings(account.own_config, change),
  };
  const { custom_name, enabled, time_zone, config, own_config } = account;
  if (JSON.stringify(wanted) === JSON.stringify({ custom_name, enabled, time_zone, config, own_config }))
    return accountPayload(account);
  const [row] = await tx.query<AccountRow>(
    `update financial_accounts a
        set custom_name = $2, enabled = $3, time_zone = $7,
            time_zone_changed = a.time_zone_changed or a.time_zone is distinct from $7, config = $4::jsonb, own_config = $6, version = a.version + 1, updated_at = now(),
            enrichment_due_at = case
              when a.config->'enrichment' <> $4::jsonb->'enrichment' then now() else a.enrichment_due_at end,
            ${reopening('$5::date')},
            sync_cursor = case when $5::date is null then a.sync_cursor end,
            next_sync_at = case
              when a.connection_id is null then null
              when not $3 or not ($4::jsonb->>'sync_auto')::boolean then null
              when not a.enabled or not (a.config->>'sync_auto')::boolean or $5::date is not null
                then greatest(now(), a.next_allowed_at)
              else a.next_sync_at end
      where id = $1
     returning a.*`,
    [
      account.id,
      wanted.custom_name,
      wanted.enabled,
      JSON.stringify(wanted.config),
      reopenedFrom(account, wanted.config, dayOf(Date.now())),
      JSON.stringify(wanted.own_config),
      wanted.time_zone,
    ],
  );
  if (!row) throw new Error('the locked account is missing');
  await appendToOutbox(tx, [accountUpserted(row)]);
  return accountPayload(row);
}

/** @throws Problem where there is no such zone */
function checkedZone(zone: string | null): string | null {
  if (zone === null || isTimeZone(zone)) return zone;
  throw Problem.invalid({
    time_zone: ['The time_zone must be null or the IANA name of a time zone, such as Europe/Helsinki.'],
  });
}

/** Blank is no name. */
function named(name: string | null): string | null {
  return name?.trim() || null;
}
