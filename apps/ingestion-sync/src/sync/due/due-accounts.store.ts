import {
  AccountCategory,
  AccountConfig,
  ConnectionStatus,
  Health,
  Money,
  Provider,
} from '@tributary/contracts';
import { HeldLease, LeasedTable } from '@tributary/jobs';
import { Database, isHeld, leaseEnd, msUntil, Queryable, Tx } from '@tributary/persistence';
import { SealedColumn } from '@tributary/service';
import { AccountRow, HistoryState } from '../../accounts/account-row';
import { PickedBalances } from '../../accounts/balances/pick-balances';
import { AccountsOfUsers, choiceParameters, CHOSEN } from '../../accounts/accounts.store';
import { joinConnections } from '../../connections/connections.store';
import {
  AllowanceRecord,
  allowancesOf,
  joinTransactionsAllowance,
  spendAllowances,
  StoredAllowance,
  upsertAllowances,
} from '../../providers/metering/allowances.store';
import { AccountProfile } from '../../providers/provider.port';
import { ROW_READER } from '../../providers/read-rows';
import { hasTransactions } from '../../transactions/saved-transactions.store';
import { hasUntriedRows } from '../../transactions/unread/unread-rows.store';
import { heldWindowsOf } from '../held-windows.store';
import { HeldWindow } from '../windows';
import { presentUserContext } from './present-user';

/**
 * A sync is lost when its lease ends before the sync does, because its process crashed or could not save. The next
 * claim counts the loss; a sync that ends in any way resets the count. An account that crashes its process must not
 * take down one instance after another, so from the second loss in a row it waits beyond its lease, longer each time.
 * The wait grows from the pause after a failed sync, because the lease itself is short.
 */

/** Limits the exponent so that doubles stay exact; the wait reaches its maximum of one day long before. */
const COUNTED_MAX = 20;

/** SQL for the time from which another instance may claim the account. @param pauseMs SQL of the pause that grows */
function freeAt(account: string, pauseMs: string): string {
  const exponent = `least(${account}.lost_syncs, ${COUNTED_MAX})`;
  // Accounts that were lost in one crash get different waits, so that they do not crash the next process together.
  const spread = `(1 + (${account}.id % 8) / 8.0)`;
  return `${account}.lease_until + least(interval '1 day',
    ((${pauseMs})::float8 * (4.0 ^ ${exponent} - 1) * ${spread})::float8 * interval '1 millisecond')`;
}

/** SQL for the number of lost syncs after a claim. */
function countedAtClaim(account: string): string {
  return `${account}.lost_syncs + case when ${account}.lease_until is null then 0 else 1 end`;
}

/** A claimed account with the data that its sync needs. */
export interface ClaimedRow {
  id: number;
  user_id: number;
  connection_id: number;
  provider: Provider;
  external_id: string;
  consent_id: string;
  consent_secret: string | null;
  fence: number;
  config: AccountConfig;
  health: Health;
  currency: string | null;
  category: AccountCategory;
  details_age_ms: number | null;
  covered_to: string | null;
  history_state: HistoryState;
  backfill_cursor: string | null;
  history_end_reason: string | null;
  sync_cursor: string | null;
  max_historical_days: number;
  status: string;
  allowances: StoredAllowance[] | null;
  held: HeldWindow[] | null;
  present_user: string | null;
  unread_rows: number;
  has_untried_rows: boolean;
  time_zone: string | null;
  lost_syncs: number;
}

/** The accounts to claim, their maximum number, and the length of the lease. */
export interface ClaimOptions {
  readonly leaseMs: number;
  /** Pause after the second lost sync in a row; it grows with each further one. */
  readonly lostPauseMs: number;
  readonly providers: readonly Provider[];
  /** Users whose accounts are skipped for now. */
  readonly exceptUsers: readonly number[];
  readonly limit: number;
}

/** Claims accounts that are due, the longest due first, and skips accounts that another instance has locked. */
export function claimDue(
  database: Database,
  { leaseMs, lostPauseMs, providers, exceptUsers, limit }: ClaimOptions,
): Promise<ClaimedRow[]> {
  return database.query<ClaimedRow>(CLAIM, [leaseMs, providers, limit, exceptUsers, lostPauseMs]);
}

/** A user who requested a sync is assumed to wait for this long. */
const PRESENT_FOR = '2 minutes';

/**
 * SQL that selects the accounts which are synced at all, due or not.
 * @param providers SQL of the providers that are set up
 * @param exceptUsers SQL of the users whose accounts are skipped
 */
function synced(providers: string, exceptUsers: string): string {
  return `from financial_accounts a ${joinConnections('a')}
           where a.enabled and a.covered and c.enabled and c.paused is null and c.status in ('ACTIVE', 'EXPIRING', 'FAILING')
             and a.provider = any(${providers}::text[]) and a.user_id <> all(${exceptUsers}::bigint[])`;
}

const CLAIM = `
  update financial_accounts a
     set fence = fence + 1, lost_syncs = ${countedAtClaim('a')}, lease_until = ${leaseEnd('$1')}, sync_requested_at = null, present_user_sealed = null
    from (select a.id, case when a.sync_requested_at > clock_timestamp() - interval '${PRESENT_FOR}'
                            then a.present_user_sealed end as present_user,
                 c.max_historical_days, c.status, c.consent_id, c.consent_secret
            ${synced('$2', '$4')}
             and a.next_sync_at <= statement_timestamp() -- one moment, so that the index finds what is due
             and coalesce(${freeAt('a', '$5')}, '-infinity') < clock_timestamp()
           order by a.next_sync_at, a.id
           limit $3
             for update of a skip locked) due
   where a.id = due.id
  returning a.id, a.user_id, a.connection_id, a.provider, a.external_id, a.fence, a.lost_syncs, a.config, a.health, a.unread_rows, a.time_zone,
    a.unread_rows > 0 and ${hasUntriedRows('a.id', ROW_READER)} as has_untried_rows,
    a.profile->>'currency' as currency, coalesce(a.profile->>'account_category', 'BANK') as category,
    a.covered_to, a.history_state, a.backfill_cursor, a.history_end_reason, a.sync_cursor,
    due.max_historical_days, due.status, due.consent_id, due.consent_secret, due.present_user,
    (extract(epoch from clock_timestamp() - a.details_synced_at) * 1000)::double precision as details_age_ms,
    ${allowancesOf('a.id')} as allowances,
    ${heldWindowsOf('a.id')} as held`;

/** Returns the time until the next account can be claimed; null if there is no account to sync. */
export async function nextAccountInMs(
  database: Database,
  { lostPauseMs, providers, exceptUsers }: Omit<ClaimOptions, 'leaseMs' | 'limit'>,
): Promise<number | null> {
  const [next] = await database.query<{ in_ms: number | null }>(
    `select ${msUntil('least(later.due_at, leased.free_at)')} as in_ms
       from (select min(coalesce(${freeAt('a', '$2')}, a.next_sync_at)) as free_at ${synced('$1', '$3')}
                and a.next_sync_at <= statement_timestamp()) leased
       left join (select greatest(a.next_sync_at, ${freeAt('a', '$2')}) as due_at ${synced('$1', '$3')}
                     and a.next_sync_at > statement_timestamp()
                   order by a.next_sync_at limit 1) later on true`,
    [providers, lostPauseMs, exceptUsers],
  );
  return next?.in_ms ?? null;
}

/** Renews a lease and stores the allowance that the next call spends. @returns whether the claim is still valid */
export async function extendLease(
  database: Database,
  { id, fence, leaseMs }: HeldLease,
  spent: readonly Omit<AllowanceRecord, 'account_id' | 'blocked_for_ms'>[],
): Promise<boolean> {
  const renewed = await database.query(
    `with held as (
       update financial_accounts a set lease_until = ${leaseEnd('$3')}
        where id = $1 and ${isHeld('a', '$2')}
       returning id
     ), spent as (
       ${spendAllowances('$4', 'held')}
     )
     select id from held`,
    [id, fence, leaseMs, JSON.stringify(spent)],
  );
  return renewed.length > 0;
}

/** Accounts whose syncs are requested, and the user who waits for them. */
export interface SyncRequest {
  readonly accountIds: readonly number[];
  /** Encrypted; null if the requester does not wait. */
  readonly presentUser: string | null;
  /** Providers that do not count calls while a user waits. */
  readonly attendedCallsFree: readonly Provider[];
}

/** The time at which a requested sync may start; null means at once. */
export interface RequestedSync {
  readonly scheduled: boolean;
  readonly next_allowed_at: Date | null;
}

/** Makes accounts due as soon as their allowances permit. @returns the accounts that can be synced */
export function requestSyncs(tx: Tx, request: SyncRequest): Promise<RequestedSync[]> {
  return tx.query<RequestedSync>(
    `with asked as (
       select a.id, w.attended, case when w.attended then w.blocked_until else a.next_allowed_at end as allowed_at
         from financial_accounts a ${joinConnections('a')}
              ${joinTransactionsAllowance('a.id')}
              cross join lateral (select $2::text is not null and a.provider = any($3::text[]) as attended,
                                         s.blocked_until) w
        where a.id = any($1::bigint[])
          and a.enabled and a.covered and c.enabled and c.status in ('ACTIVE', 'EXPIRING', 'FAILING'))
     update financial_accounts a
        set next_sync_at = greatest(now(), w.allowed_at), sync_requested_at = now(),
            -- Who has to wait for longer is not there any more when it begins.
            present_user_sealed = case when w.attended and coalesce(w.allowed_at <= now(), true) then $2 end
       from asked w
      where a.id = w.id
     returning coalesce(w.allowed_at <= now(), true) as scheduled, w.allowed_at as next_allowed_at`,
    [request.accountIds, request.presentUser, request.attendedCallsFree],
  );
}

/** Data that decides whether an operator may sync an account. */
export interface SyncCandidate {
  readonly id: number;
  readonly user_id: number;
  readonly enabled: boolean;
  readonly covered: boolean;
  readonly status: ConnectionStatus;
  readonly config: AccountConfig;
  readonly must_wait_until: Date | null;
}

/** Loads the chosen accounts that have a connection. */
export function readSyncCandidates(database: Queryable, choice: AccountsOfUsers): Promise<SyncCandidate[]> {
  return database.query<SyncCandidate>(
    `select a.id, a.user_id, a.enabled, a.covered, a.config, c.status,
            case when a.next_allowed_at > now() then a.next_allowed_at end as must_wait_until
       from financial_accounts a ${joinConnections('a')}
      where ${CHOSEN} order by a.id`,
    choiceParameters(choice),
  );
}

/** Counts chosen accounts that are due or being synced (`open`), and those that were synced since the time. */
export async function countRequestedSyncs(
  database: Queryable,
  choice: AccountsOfUsers,
  since: Date,
): Promise<{ readonly open: number; readonly synced: number }> {
  const [counted] = await database.query<{ open: number; synced: number }>(
    `select count(*) filter (where a.lease_until > now()
                                or (a.sync_requested_at is not null and a.next_sync_at <= now())) as open,
            count(*) filter (where a.transactions_synced_at >= $4) as synced
       from financial_accounts a where ${CHOSEN}`,
    [...choiceParameters(choice), since],
  );
  return counted ?? { open: 0, synced: 0 };
}

/** Summary of the last syncs of a connection's enabled accounts. */
export interface SyncSummary {
  tried: number;
  /** Failures in a row of the account with the fewest. */
  fewest_failures: number | null;
  last_synced_at: Date | null;
}

export async function summarizeSyncs(tx: Tx, connectionId: number): Promise<SyncSummary> {
  const [summary] = await tx.query<SyncSummary>(
    `select count(*) filter (where health->>'last_attempt_at' is not null) as tried,
            min((health->>'transient_failure_count')::integer)
              filter (where health->>'last_attempt_at' is not null) as fewest_failures,
            max(transactions_synced_at) as last_synced_at
       from financial_accounts where connection_id = $1 and enabled`,
    [connectionId],
  );
  return summary ?? { tried: 0, fewest_failures: null, last_synced_at: null };
}

/** Progress of one account's sync. Members that are null, or whose flag is false, leave the account unchanged. */
export interface ProgressRecord {
  readonly id: number;
  readonly fence: number;
  readonly is_published: boolean;
  readonly profile: AccountProfile | null;
  /** Digest of the balances. */
  readonly digest: string | null;
  readonly cash_balance: Money | null;
  readonly balances_published: (PickedBalances & { readonly snapshotAt: string }) | null;
  readonly reads_holdings: boolean;
  readonly holdings_digest: string | null;
  readonly total_balance: Money | null;
  readonly holdings_published_at: string | null;
  readonly moves_history: boolean;
  readonly covered_to: string | null;
  readonly history_state: HistoryState | null;
  readonly cursor: string | null;
  readonly end_reason: string | null;
  readonly sync_cursor: string | null;
  readonly is_finished: boolean;
  readonly is_synced: boolean;
  readonly health: Health | null;
  readonly next_sync_in_ms: number | null;
  readonly next_allowed_in_ms: number | null;
  readonly backfill_ends_in_ms: number | null;
  readonly is_enriched: boolean;
}

/** An account's row after the write. */
export interface SavedAccount extends AccountRow {
  /** Digest of the balances before the write. */
  readonly old_digest: string | null;
  readonly balance_digest: string | null;
  /** Digest of the holdings before the write. */
  readonly old_holdings_digest: string | null;
  readonly holdings_digest: string | null;
  /** True if transactions of the account are stored. */
  readonly has_transactions: boolean;
}

/** Progress of many accounts, and the allowances that their syncs spent. */
export interface ProgressWrite {
  readonly records: readonly ProgressRecord[];
  /** Lease of the unfinished accounts, from now on. */
  readonly leaseMs: number;
  readonly allowances: readonly AllowanceRecord[];
}

/**
 * Saves progress of accounts. It skips and does not return accounts that another instance has claimed; the others stay
 * locked.
 */
export function saveProgress(
  tx: Tx,
  { records, leaseMs, allowances }: ProgressWrite,
): Promise<SavedAccount[]> {
  return tx.query<SavedAccount>(SAVE, [JSON.stringify(records), leaseMs, JSON.stringify(allowances)]);
}

const SAVE = `
  with input as (
    select * from jsonb_to_recordset($1::jsonb) as i(
      id bigint, fence bigint, is_published boolean, profile jsonb, digest text, cash_balance jsonb, balances_published jsonb,
      reads_holdings boolean, holdings_digest text, total_balance jsonb, holdings_published_at timestamptz,
      moves_history boolean, covered_to date, history_state text, cursor date, end_reason text, sync_cursor text,
      is_finished boolean, is_synced boolean, health jsonb,
      next_sync_in_ms double precision, next_allowed_in_ms double precision,
      backfill_ends_in_ms double precision, is_enriched boolean)
  ), held as (
    select a.id, a.balance_digest as old_digest, a.holdings_digest as old_holdings_digest
      from financial_accounts a join input i on i.id = a.id
     where ${isHeld('a', 'i.fence')}
     order by a.id for update of a
  ), spent as (
    ${upsertAllowances('$3', 'select id from held')}
  )
  update financial_accounts a set
    profile = coalesce(i.profile, a.profile),
    details_synced_at = case when i.profile is null then a.details_synced_at else now() end,
    balances_synced_at = case when i.digest is null then a.balances_synced_at else now() end,
    balance_version = a.balance_version + case when i.digest is null then 0 else 1 end,
    balance_digest = coalesce(i.digest, a.balance_digest),
    balances_published = coalesce(i.balances_published, a.balances_published),
    cash_balance = case when i.digest is null then a.cash_balance else i.cash_balance end,
    holdings_synced_at = case when i.reads_holdings then now() else a.holdings_synced_at end,
    total_balance = case when i.reads_holdings then i.total_balance else a.total_balance end,
    holdings_version = a.holdings_version + case when i.holdings_digest is null then 0 else 1 end,
    holdings_digest = coalesce(i.holdings_digest, a.holdings_digest),
    holdings_published_at = coalesce(i.holdings_published_at, a.holdings_published_at),
    covered_to = case when i.moves_history then i.covered_to else a.covered_to end,
    history_state = case when i.moves_history then i.history_state else a.history_state end,
    backfill_cursor = case when i.moves_history then i.cursor else a.backfill_cursor end,
    sync_cursor = coalesce(i.sync_cursor, a.sync_cursor),
    history_end_reason = case when i.moves_history then i.end_reason else a.history_end_reason end,
    transactions_synced_at = case when i.is_synced then now() else a.transactions_synced_at end,
    health = coalesce(i.health, a.health),
    next_allowed_at = case when i.is_finished
      then clock_timestamp() + i.next_allowed_in_ms * interval '1 millisecond' else a.next_allowed_at end,
    enrichment_due_at = case when i.is_enriched then clock_timestamp() else a.enrichment_due_at end,
    backfill_completes_at = case when i.is_finished
      then clock_timestamp() + i.backfill_ends_in_ms * interval '1 millisecond'
      else a.backfill_completes_at end,
    next_sync_at = case
      when not i.is_finished then a.next_sync_at
      when a.sync_requested_at is not null -- asked for while it ran: once more
        then clock_timestamp() + coalesce(i.next_allowed_in_ms, 0) * interval '1 millisecond'
      else clock_timestamp() + i.next_sync_in_ms * interval '1 millisecond' end,
    lease_until = case when i.is_finished then null else ${leaseEnd('$2')} end,
    lost_syncs = case when i.is_finished then 0 else a.lost_syncs end,
    version = a.version + case when i.is_published then 1 else 0 end,
    updated_at = case when i.is_published then now() else a.updated_at end
  from input i join held on held.id = i.id
  where a.id = i.id
  returning a.*, held.old_digest, held.old_holdings_digest,
            ${hasTransactions('a.id')} as has_transactions`;

/** SQL for the number of due accounts, and the age of the oldest in seconds. */
export const WAITING_SYNCS = `
  select count(*)::int as waiting, extract(epoch from clock_timestamp() - min(next_sync_at))::float8 as oldest_s
    from financial_accounts where enabled and next_sync_at <= clock_timestamp()`;

export const PRESENT_USER_COLUMN: SealedColumn = {
  table: 'financial_accounts',
  column: 'present_user_sealed',
  key: 'id',
  type: 'text',
  contextColumns: ['user_id'],
  contextOf: ({ user_id }) => presentUserContext(user_id ?? ''),
};

export const ACCOUNT_LEASES: LeasedTable = { table: 'financial_accounts', key: 'id' };
