import { appendToOutbox } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { Connection } from '../connection.entity';
import { AccountProfile } from '../../providers/provider.port';
import { configInForce, readInstitutionConfig } from '../../accounts/configuration/institution-config';
import { AccountByHand, accountsByHand, adoptByHand, findByHand } from './accounts-by-hand';
import { DiscoveredAccount, findKnownAccount, identityKeyOf, KnownAccount } from './account-identity';
import { mergeProfile } from '../../accounts/account-profile';
import { accountUpserted, AccountRow, UNKNOWN_HEALTH } from '../../accounts/account-row';
import { identityHash, removedFrom } from '../../accounts/delete-accounts';
import { zoneOfCountry } from '../../providers/mapping/time-zones';
import { reopening } from '../../accounts/configuration/reopened-history';

/** Shown in the health of an account that the consent leaves out. */
const NOT_COVERED = 'The consent of the connection does not cover this account any more.';

interface KnownRow {
  id: number;
  external_id: string;
  institution_id: number;
  profile: AccountProfile;
}

/** What an account is written with; `id` null makes a new one. */
interface Record {
  id: number | null;
  external_id: string;
  identity_key: string;
  profile: AccountProfile;
  details_read: boolean;
  /** Kept by hand until now. */
  by_hand: AccountByHand | null;
}

/** How the accounts were found. */
export interface DiscoveryContext {
  /** What the connection's consent of before let be read: where this one gives more, histories are opened again. */
  readonly historicalDaysBefore: number;
  /** Whether the provider's answers say what is left of an allowance. */
  readonly reportsAllowance: boolean;
}

/**
 * Writes the accounts of a consent, in one statement for the new and one for the returning ones, and publishes
 * each. Accounts that the user had before keep their row, and with it rules, links and history; also those that files
 * were imported into before there was a connection.
 * @returns their ids, in the order given
 */
export async function saveDiscoveredAccounts(
  tx: Tx,
  connection: Connection,
  discovered: readonly DiscoveredAccount[],
  { historicalDaysBefore, reportsAllowance }: DiscoveryContext,
): Promise<number[]> {
  // Two connections of one user that are activated at once may bring the same account.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('accounts:' || $1, 0))`, [connection.userId]);
  const known = await knownAccounts(tx, connection.userId);
  const wanted = await withoutRemoved(tx, connection, discovered);
  const byHand = await accountsByHand(tx, connection.userId);
  const records = toRecords(wanted, connection.institutionId, known, byHand);
  await adoptByHand(
    tx,
    connection,
    records.flatMap(({ by_hand: account, external_id: externalId, identity_key: identityKey }) =>
      account === null ? [] : { account, externalId, identityKey },
    ),
  );
  const returning = await updateReturning(tx, connection, records, historicalDaysBefore);
  const added = await insertNew(tx, connection, records);
  await recordDetailsCalls(tx, discovered, [...returning, ...added], reportsAllowance);
  const byExternalId = new Map([...returning, ...added].map((row) => [row.external_id, row]));
  const inOrder = wanted.flatMap(({ externalId }) => byExternalId.get(externalId) ?? []);
  const leftOut = await markLeftOut(
    tx,
    connection,
    inOrder.map(({ id }) => id),
  );
  await appendToOutbox(
    tx,
    [...inOrder, ...leftOut].map((row) => accountUpserted(row)),
  );
  return inOrder.map(({ id }) => id);
}

async function withoutRemoved(
  tx: Tx,
  { id, institutionId }: Connection,
  discovered: readonly DiscoveredAccount[],
): Promise<readonly DiscoveredAccount[]> {
  const removed = await removedFrom(tx, id);
  if (removed.size === 0) return discovered;
  return discovered.filter((account) => {
    const identities = [identityKeyOf(account, institutionId), `id:${account.externalId}`];
    return !identities.some((identity) => removed.has(identityHash(identity)));
  });
}

/**
 * Accounts of the connection that its new consent leaves out keep their history and are not called: a call under the
 * old consent would look as if the connection's had ended.
 */
function markLeftOut(tx: Tx, connection: Connection, coveredIds: readonly number[]): Promise<AccountRow[]> {
  return tx.query<AccountRow>(
    `with locked as (
       select id from financial_accounts
        where connection_id = $1 and covered and id <> all($2::bigint[]) order by id for update)
     update financial_accounts a
        set covered = false, next_sync_at = null, version = a.version + 1, updated_at = now(),
            health = a.health || jsonb_build_object('status', 'FAILING', 'integrator_message', $3::text)
       from locked where a.id = locked.id
     returning a.*`,
    [connection.id, coveredIds, NOT_COVERED],
  );
}

async function knownAccounts(tx: Tx, userId: number): Promise<KnownAccount[]> {
  const rows = await tx.query<KnownRow>(
    `select a.id, a.external_id, c.institution_id, a.profile
       from financial_accounts a join connections c on c.id = a.connection_id
      where a.user_id = $1`,
    [userId],
  );
  return rows.map((row) => ({
    id: row.id,
    externalId: row.external_id,
    institutionId: row.institution_id,
    profile: row.profile,
  }));
}

/** Each known account is claimed once; a second claimant is a new account. */
function toRecords(
  discovered: readonly DiscoveredAccount[],
  institutionId: number,
  known: readonly KnownAccount[],
  byHand: readonly AccountByHand[],
): Record[] {
  const unclaimed = new Map(known.map((account) => [account.id, account]));
  const unclaimedByHand = new Map(byHand.map((account) => [account.id, account]));
  return discovered.map((account) => {
    const match =
      known.length === 0 ? null : findKnownAccount(account, institutionId, [...unclaimed.values()]);
    if (match) unclaimed.delete(match.id);
    const adopted = match || byHand.length === 0 ? null : findByHand(account, [...unclaimedByHand.values()]);
    if (adopted) unclaimedByHand.delete(adopted.id);
    const before = match ?? adopted;
    return {
      id: before?.id ?? null,
      external_id: account.externalId,
      identity_key: identityKeyOf(account, institutionId),
      profile: before ? mergeProfile(before.profile, account.profile) : account.profile,
      details_read: account.detailsRead,
      by_hand: adopted,
    };
  });
}

const RECORDSET = `jsonb_to_recordset($1::jsonb)
  as r(id bigint, external_id text, identity_key text, profile jsonb, details_read boolean)`;

/** How far back the history of account `a` is wanted under a consent that gives so many days (SQL). */
const OLDEST_WANTED = (days: string): string =>
  `greatest((now() at time zone 'utc')::date - (${days} - 1), (a.config->>'sync_start_date')::date)`;

/** They move to the connection that brought them; their loaded data stays, and their syncs continue. */
async function updateReturning(
  tx: Tx,
  connection: Connection,
  records: readonly Record[],
  historicalDaysBefore: number,
): Promise<AccountRow[]> {
  const returning = records.filter((record) => record.id !== null);
  if (returning.length === 0) return [];
  return tx.query<AccountRow>(
    `with locked as (
       select id from financial_accounts
        where id in (select id from ${RECORDSET}) order by id for update
     ), reaching as (
       select a.id, ${OLDEST_WANTED('case when c.id = $2 then $5 else c.max_historical_days end')} as before,
              ${OLDEST_WANTED('$6')} as now
         from locked join financial_accounts a on a.id = locked.id join connections c on c.id = a.connection_id
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
      JSON.stringify(returning),
      connection.id,
      connection.provider,
      JSON.stringify(UNKNOWN_HEALTH),
      historicalDaysBefore,
      connection.maxHistoricalDays,
    ],
  );
}

async function insertNew(tx: Tx, connection: Connection, records: readonly Record[]): Promise<AccountRow[]> {
  const fresh = records.filter((record) => record.id === null);
  if (fresh.length === 0) return [];
  const ofInstitution = await readInstitutionConfig(tx, connection.userId, connection.institutionId);
  const config = configInForce(ofInstitution, connection.accountConfig);
  const [institution] = await tx.query<{ country: string | null }>(
    `select document->>'country' as country from institutions where id = $1`,
    [connection.institutionId],
  );
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
      JSON.stringify(fresh),
      connection.userId,
      connection.id,
      connection.provider,
      JSON.stringify(config),
      JSON.stringify(UNKNOWN_HEALTH),
      config.sync_auto,
      JSON.stringify(connection.accountConfig),
      zoneOfCountry(institution?.country ?? null),
    ],
  );
}

/**
 * The calls for details that discovery used, and until when to make no more. If answers do not report the rest, they
 * count in addition to those already used today.
 */
async function recordDetailsCalls(
  tx: Tx,
  discovered: readonly DiscoveredAccount[],
  rows: readonly AccountRow[],
  reportsAllowance: boolean,
): Promise<void> {
  const idOf = new Map(rows.map((row) => [row.external_id, row.id]));
  const now = Date.now();
  const from = (at: number | null): number | null => (at === null ? null : at - now);
  const records = discovered.flatMap(({ externalId, detailsAllowance }) => {
    const accountId = idOf.get(externalId);
    if (accountId === undefined || !detailsAllowance) return [];
    const { limit, used, resetAt, blockedUntil } = detailsAllowance;
    return [
      {
        account_id: accountId,
        call_limit: limit,
        used,
        reset_in_ms: from(resetAt),
        blocked_for_ms: from(blockedUntil),
      },
    ];
  });
  if (records.length === 0) return;
  await tx.query(
    `insert into allowances as s (account_id, resource, call_limit, used, reset_at, blocked_until)
     select account_id, 'details', call_limit, used, clock_timestamp() + reset_in_ms * interval '1 millisecond',
            clock_timestamp() + blocked_for_ms * interval '1 millisecond'
       from jsonb_to_recordset($1::jsonb)
         as r(account_id bigint, call_limit integer, used integer, reset_in_ms double precision,
              blocked_for_ms double precision)
     on conflict (account_id, resource) do update
        set call_limit = excluded.call_limit,
            used = excluded.used + case when $2 or s.reset_at is null or s.reset_at <= clock_timestamp()
                                        then 0 else s.used end,
            reset_at = coalesce(excluded.reset_at, s.reset_at),
            blocked_until = coalesce(excluded.blocked_until, s.blocked_until)`,
    [JSON.stringify(records), reportsAllowance],
  );
}
