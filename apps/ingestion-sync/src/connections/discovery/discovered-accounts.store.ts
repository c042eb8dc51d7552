import { AccountConfig } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { AuthoredChange } from '../../accounts/account-config';
import { AccountRow, UNKNOWN_HEALTH } from '../../accounts/account-row';
import { reopening } from '../../accounts/accounts.store';
import { AccountProfile } from '../../providers/provider.port';
import { Connection } from '../connection.entity';
import { joinConnections } from '../connections.store';
import { KnownAccount } from './account-identity';

/** Returns the user's accounts that a connection has read. */
export async function readKnown(tx: Tx, userId: number): Promise<KnownAccount[]> {
  return tx.query<KnownAccount>(
    `select a.id, a.external_id as "externalId", c.institution_id as "institutionId", a.profile
       from financial_accounts a ${joinConnections('a')}
      where a.user_id = $1`,
    [userId],
  );
}

/** An account from its provider's current response; `id` null: a new one. */
export interface DiscoveredRecord {
  readonly id: number | null;
  readonly external_id: string;
  readonly identity_key: string;
  readonly profile: AccountProfile;
  readonly details_read: boolean;
}

const RECORDSET = `jsonb_to_recordset($1::jsonb)
  as r(id bigint, external_id text, identity_key text, profile jsonb, details_read boolean)`;

/** Returns SQL of the oldest wanted day of account `a` under a consent for this number of days. */
const OLDEST_WANTED = (days: string): string =>
  `greatest((now() at time zone 'utc')::date - (${days} - 1), (a.config->>'sync_start_date')::date)`;

/**
 * Assigns known accounts to the connection that lists them: their data stays, and they become due if they are synced. A
 * complete history is reopened if the consent covers more of it.
 * @param historicalDaysBefore the days that the previous consent covered
 */
export async function updateReturning(
  tx: Tx,
  connection: Connection,
  records: readonly DiscoveredRecord[],
  historicalDaysBefore: number,
): Promise<AccountRow[]> {
  return tx.query<AccountRow>(
    `with locked as (
       select id from financial_accounts
        where id in (select id from ${RECORDSET}) order by id for update
     ), reaching as (
       select a.id, ${OLDEST_WANTED('case when c.id = $2 then $5 else c.max_historical_days end')} as before,
              ${OLDEST_WANTED('$6')} as now
         from locked join financial_accounts a on a.id = locked.id ${joinConnections('a')}
     ), returning_accounts as (
       select id, case when now < before then before end as reopened_from from reaching)
     update financial_accounts a
        set connection_id = $2, provider = $3, external_id = r.external_id,
            -- A mark belongs to the account as its provider knew it.
            sync_cursor = case when a.external_id = r.external_id and a.provider = $3 then a.sync_cursor end,
            ${reopening("case when a.history_state = 'COMPLETE' then l.reopened_from end")},
            profile = r.profile, covered = true,
            details_synced_at = case when r.details_read then now() else a.details_synced_at end,
            health = case when a.covered then a.health else $4::jsonb end,
            next_sync_at = case when a.enabled and (a.config->>'sync_auto')::boolean
              then greatest(now(), a.next_allowed_at) else a.next_sync_at end,
            version = a.version + 1, updated_at = now()
       from ${RECORDSET}, returning_accounts l
      where a.id = r.id and l.id = a.id
     returning a.*`,
    [
      JSON.stringify(records),
      connection.id,
      connection.provider,
      JSON.stringify(UNKNOWN_HEALTH),
      historicalDaysBefore,
      connection.maxHistoricalDays,
    ],
  );
}

/** The settings and the time zone of new accounts. */
export interface NewAccountSettings {
  readonly config: AccountConfig;
  readonly own: AuthoredChange;
  readonly timeZone: string | null;
}

/** @returns the new accounts, without those whose identity key the user has already */
export async function insertDiscovered(
  tx: Tx,
  connection: Connection,
  records: readonly DiscoveredRecord[],
  { config, own, timeZone }: NewAccountSettings,
): Promise<AccountRow[]> {
  return tx.query<AccountRow>(
    `insert into financial_accounts (user_id, connection_id, provider, external_id, identity_key, profile,
                                     config, own_config, health, details_synced_at, next_sync_at, time_zone)
     select $2, $3, $4, external_id, identity_key, profile, $5::jsonb, $8::jsonb, $6::jsonb,
            case when details_read then now() end, case when $7::boolean then now() end, $9::text
       from ${RECORDSET}
     -- One account listed twice under two ids of the provider is still one.
     on conflict (user_id, identity_key) do nothing
     returning *`,
    [
      JSON.stringify(records),
      connection.userId,
      connection.id,
      connection.provider,
      JSON.stringify(config),
      JSON.stringify(UNKNOWN_HEALTH),
      config.sync_auto,
      JSON.stringify(own),
      timeZone,
    ],
  );
}

/** A manual account that a connection takes over. */
export interface AdoptionRecord {
  readonly id: number;
  readonly external_id: string;
  readonly identity_key: string;
  readonly own_config: AuthoredChange;
  readonly config: AccountConfig;
}

/** Turns manual accounts into accounts of the connection. Their history is read from its beginning. */
export async function updateAdopted(
  tx: Tx,
  connection: Connection,
  records: readonly AdoptionRecord[],
): Promise<void> {
  await tx.execute(
    `with r as (
       select * from jsonb_to_recordset($1::jsonb)
                  as r(id bigint, external_id text, identity_key text, own_config jsonb, config jsonb)
     ), locked as (
       select id from financial_accounts where id in (select id from r) order by id for update)
     update financial_accounts a
        set connection_id = $2, provider = $3, external_id = r.external_id, own_config = r.own_config,
            config = r.config, history_state = 'NEW', backfill_cursor = null, covered_to = null, sync_cursor = null,
            identity_key = case when exists (select from financial_accounts o
                                              where o.user_id = a.user_id and o.identity_key = r.identity_key)
                                then a.identity_key else r.identity_key end
       from locked join r on r.id = locked.id where a.id = locked.id`,
    [JSON.stringify(records), connection.id, connection.provider],
  );
}

/**
 * Marks the connection's other accounts as not covered by its consent, so that they are not due.
 * @returns the changed ones
 */
export function updateLeftOut(
  tx: Tx,
  connection: Connection,
  coveredIds: readonly number[],
  message: string,
): Promise<AccountRow[]> {
  return tx.query<AccountRow>(
    `with locked as (
       select id from financial_accounts
        where connection_id = $1 and covered and id <> all($2::bigint[]) order by id for update)
     update financial_accounts a
        set covered = false, next_sync_at = null, version = a.version + 1, updated_at = now(),
            health = a.health || jsonb_build_object('status', 'FAILING', 'integrator_message', $3::text)
       from locked where a.id = locked.id
     returning a.*`,
    [connection.id, coveredIds, message],
  );
}
