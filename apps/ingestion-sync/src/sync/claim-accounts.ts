import { AccountCategory, AccountConfig, Health, Provider } from '@tributary/contracts';
import { HeldLease, momentNow } from '@tributary/jobs';
import { Database, isHeld, leaseEnd, msUntil, signalCommit } from '@tributary/persistence';
import { HistoryState } from '../accounts/account-row';
import { KeptConsent } from '../connections/consents/consent-secret';
import { ROW_READER } from '../providers/read-rows';
import { MeteredResource } from '../providers/provider.port';
import { Allowance } from '../providers/metering/allowances';
import { countedAtClaim, freeAt } from './lost-syncs';
import { HeldWindow } from './windows';

/** An account that this instance may sync, until its lease ends. */
export interface ClaimedAccount {
  readonly id: number;
  readonly userId: number;
  readonly connectionId: number;
  readonly provider: Provider;
  readonly externalId: string;
  readonly consent: KeptConsent;
  /** Every write is checked against it: a later owner has a higher one. */
  readonly fence: number;
  readonly lease: HeldLease;
  /** By the local clock. */
  readonly claimedAt: number;
  readonly config: AccountConfig;
  readonly health: Health;
  readonly currency: string | null;
  readonly category: AccountCategory;
  readonly detailsAgeMs: number | null;
  readonly coveredTo: string | null;
  readonly historyState: HistoryState;
  readonly backfillCursor: string | null;
  /** Why the history ended before its limit. */
  readonly historyEndReason: string | null;
  /** The mark to continue from, for providers with marks. */
  readonly syncCursor: string | null;
  readonly maxHistoricalDays: number;
  readonly connectionFailing: boolean;
  readonly allowances: readonly Allowance[];
  readonly held: readonly HeldWindow[];
  /** The user who requested this sync and waits for it, encrypted. */
  readonly presentUser: string | null;
  /** Rows of the bank that are set aside, and whether an earlier release was the last to try them. */
  readonly unreadRows: number;
  readonly hasUntriedRows: boolean;
  /** In which moments are days; null: UTC. */
  readonly timeZone: string | null;
  /** Syncs before this one, in a row, that ended with their process. */
  readonly lostSyncs: number;
}

interface ClaimedRow {
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

interface StoredAllowance {
  resource: MeteredResource;
  limit: number;
  used: number;
  reset_in_ms: number | null;
  blocked_for_ms: number | null;
}

/** For how long accounts are claimed, how many, and of which providers. */
interface ClaimOptions {
  readonly leaseMs: number;
  /** After a second sync that was lost; it grows with each further one. */
  readonly lostPauseMs: number;
  readonly providers: readonly Provider[];
  /** Users whose accounts are left for later. */
  readonly exceptUsers: readonly number[];
  readonly limit: number;
}

/**
 * Claims accounts that are due, the longest due first. Several instances may do so at once: none waits for the
 * other, and no account is claimed twice. All times are the database's; they come as spans, so that a wrong clock
 * here does no harm.
 */
export async function claimAccounts(
  database: Database,
  options: ClaimOptions,
  now: () => number,
): Promise<ClaimedAccount[]> {
  const before = now();
  const asked = momentNow();
  const { leaseMs, lostPauseMs, providers, exceptUsers, limit } = options;
  const rows = await database.query<ClaimedRow>(CLAIM, [leaseMs, providers, limit, exceptUsers, lostPauseMs]);
  return rows.map((row) => toClaimed(row, new HeldLease(row.id, row.fence, leaseMs, asked), before));
}

/** How long until the next account can be claimed; null if none is to be synced. */
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

/** Releases accounts that were claimed and not begun. */
export async function releaseAccounts(
  database: Database,
  accounts: readonly ClaimedAccount[],
): Promise<void> {
  await database.execute(
    `update financial_accounts a set lease_until = null
       from unnest($1::bigint[], $2::bigint[]) as claim(id, fence)
      where a.id = claim.id and ${isHeld('a', 'claim.fence')}`,
    [accounts.map(({ id }) => id), accounts.map(({ fence }) => fence)],
  );
  await signalCommit(database, 'financial_accounts');
}

interface LeaseRenewal {
  /** What a call is about to spend: kept with it. */
  readonly spent: Allowance | null;
  readonly now: number;
}

/** Renews the lease of one account; false where another instance has claimed it meanwhile. */
export async function renewLease(
  database: Database,
  { spent, now }: LeaseRenewal,
  { lease }: ClaimedAccount,
): Promise<boolean> {
  const asked = momentNow();
  const renewed = await database.query(
    `with held as (
       update financial_accounts a set lease_until = ${leaseEnd('$3')}
        where id = $1 and ${isHeld('a', '$2')}
       returning id
     ), spent as (
       insert into allowances (account_id, resource, call_limit, used, reset_at)
       select held.id, s.resource, s.call_limit, s.used,
              clock_timestamp() + s.reset_in_ms * interval '1 millisecond'
         from held, jsonb_to_recordset($4::jsonb)
                      as s(resource text, call_limit integer, used integer, reset_in_ms double precision)
       on conflict (account_id, resource) do update
          set call_limit = excluded.call_limit, used = excluded.used, reset_at = excluded.reset_at
     )
     select id from held`,
    [lease.id, lease.fence, lease.leaseMs, JSON.stringify(spent ? [toSpent(spent, now)] : [])],
  );
  if (renewed.length === 0) return false;
  lease.renewed(asked);
  return true;
}

function toSpent({ resource, limit, used, resetAt }: Allowance, now: number) {
  return { resource, call_limit: limit, used, reset_in_ms: resetAt === null ? null : resetAt - now };
}

/** How long a user who requested a sync is assumed to wait for it. */
const PRESENT_FOR = '2 minutes';

/**
 * SQL: the accounts that are to be synced, at some time.
 * @param providers SQL of those that are set up
 * @param exceptUsers SQL of the users whose accounts do not count
 */
function synced(providers: string, exceptUsers: string): string {
  return `from financial_accounts a join connections c on c.id = a.connection_id
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
    a.unread_rows > 0 and exists (select 1 from rejected_transactions r
                                   where r.account_id = a.id and r.reader < ${ROW_READER}) as has_untried_rows,
    a.profile->>'currency' as currency, coalesce(a.profile->>'account_category', 'BANK') as category,
    a.covered_to, a.history_state, a.backfill_cursor, a.history_end_reason, a.sync_cursor,
    due.max_historical_days, due.status, due.consent_id, due.consent_secret, due.present_user,
    (extract(epoch from clock_timestamp() - a.details_synced_at) * 1000)::double precision as details_age_ms,
    (select jsonb_agg(jsonb_build_object('resource', s.resource, 'limit', s.call_limit, 'used', s.used,
              'reset_in_ms', extract(epoch from s.reset_at - clock_timestamp()) * 1000,
              'blocked_for_ms', extract(epoch from s.blocked_until - clock_timestamp()) * 1000))
       from allowances s where s.account_id = a.id) as allowances,
    (select jsonb_agg(jsonb_build_object('from', h.date_from, 'to', h.date_to, 'attempts', h.attempts)
              order by h.date_from desc)
       from held_windows h where h.account_id = a.id) as held`;

function toClaimed(row: ClaimedRow, lease: HeldLease, now: number): ClaimedAccount {
  return {
    id: row.id,
    userId: row.user_id,
    connectionId: row.connection_id,
    provider: row.provider,
    externalId: row.external_id,
    consent: { consentId: row.consent_id, consentSecret: row.consent_secret },
    fence: row.fence,
    lease,
    claimedAt: now,
    config: row.config,
    health: row.health,
    currency: row.currency,
    category: row.category,
    detailsAgeMs: row.details_age_ms,
    coveredTo: row.covered_to,
    historyState: row.history_state,
    backfillCursor: row.backfill_cursor,
    historyEndReason: row.history_end_reason,
    syncCursor: row.sync_cursor,
    maxHistoricalDays: row.max_historical_days,
    connectionFailing: row.status === 'FAILING',
    allowances: (row.allowances ?? []).map((stored) => toAllowance(stored, now)),
    held: row.held ?? [],
    presentUser: row.present_user,
    unreadRows: row.unread_rows,
    hasUntriedRows: row.has_untried_rows,
    timeZone: row.time_zone,
    lostSyncs: row.lost_syncs,
  };
}

function toAllowance(stored: StoredAllowance, now: number): Allowance {
  const at = (inMs: number | null): number | null => (inMs === null ? null : now + inMs);
  return {
    resource: stored.resource,
    limit: stored.limit,
    used: stored.used,
    resetAt: at(stored.reset_in_ms),
    blockedUntil: at(stored.blocked_for_ms),
  };
}
