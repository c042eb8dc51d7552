import { AccountCategory, AccountConfig, Health, Provider } from '@tributary/contracts';
import { claimLeases, HeldLease, releaseLeases } from '@tributary/jobs';
import { Database, signalCommit } from '@tributary/persistence';
import { HistoryState } from '../../accounts/account-row';
import { StoredConsent } from '../../connections/consents/consent-secret';
import { Allowance } from '../../providers/metering/allowances';
import { StoredAllowance } from '../../providers/metering/allowances.store';
import { HeldWindow } from '../windows';
import { ACCOUNT_LEASES, claimDue, ClaimedRow, ClaimOptions, extendLease } from './due-accounts.store';

/** An account that this instance may sync until its lease ends. */
export interface ClaimedAccount {
  readonly id: number;
  readonly userId: number;
  readonly connectionId: number;
  readonly provider: Provider;
  readonly externalId: string;
  readonly consent: StoredConsent;
  /** Every write checks its fence, so that an earlier owner cannot write after a later claim. */
  readonly lease: HeldLease;
  /** Local clock, in milliseconds. */
  readonly claimedAt: number;
  readonly config: AccountConfig;
  readonly health: Health;
  readonly currency: string | null;
  readonly category: AccountCategory;
  readonly detailsAgeMs: number | null;
  readonly coveredTo: string | null;
  readonly historyState: HistoryState;
  readonly backfillCursor: string | null;
  /** The reason why the history ended before its limit; null if it did not. */
  readonly historyEndReason: string | null;
  /** The mark from which a cursor provider continues. */
  readonly syncCursor: string | null;
  readonly maxHistoricalDays: number;
  readonly connectionFailing: boolean;
  readonly allowances: readonly Allowance[];
  readonly held: readonly HeldWindow[];
  /** The user who requested this sync and waits for it, encrypted. */
  readonly presentUser: string | null;
  /** Rows of the bank that could not be read, and whether this release has yet to try some of them. */
  readonly unreadRows: number;
  readonly hasUntriedRows: boolean;
  /** Time zone that turns the bank's timestamps into days; null means UTC. */
  readonly timeZone: string | null;
  /** Syncs in a row before this one that ended because their process ended. */
  readonly lostSyncs: number;
}

/**
 * Claims due accounts, the longest due first. Several instances may claim at once: none waits for another, and no
 * account is claimed twice. All times come from the database as durations, so that a wrong local clock does no harm.
 */
export async function claimAccounts(
  database: Database,
  options: ClaimOptions,
  now: () => number,
): Promise<ClaimedAccount[]> {
  const before = now();
  const claimed = await claimLeases(options.leaseMs, () => claimDue(database, options));
  return claimed.map(([row, lease]) => toClaimed(row, lease, before));
}

/** Releases accounts that were claimed but not started. */
export async function releaseAccounts(
  database: Database,
  accounts: readonly ClaimedAccount[],
): Promise<void> {
  await releaseLeases(
    database,
    ACCOUNT_LEASES,
    accounts.map(({ lease }) => lease),
  );
  await signalCommit(database, 'financial_accounts');
}

interface LeaseRenewal {
  /** The allowance that the next call spends, stored together with the renewal. */
  readonly spent: Allowance | null;
  readonly now: number;
}

/** Renews the lease of one account; returns false if another instance has claimed it. */
export function renewLease(
  database: Database,
  { spent, now }: LeaseRenewal,
  { lease }: ClaimedAccount,
): Promise<boolean> {
  return extendLease(database, lease, spent ? [toSpent(spent, now)] : []);
}

function toSpent({ resource, limit, used, resetAt }: Allowance, now: number) {
  return { resource, call_limit: limit, used, reset_in_ms: resetAt === null ? null : resetAt - now };
}

function toClaimed(row: ClaimedRow, lease: HeldLease, now: number): ClaimedAccount {
  return {
    id: row.id,
    userId: row.user_id,
    connectionId: row.connection_id,
    provider: row.provider,
    externalId: row.external_id,
    consent: { consentId: row.consent_id, consentSecret: row.consent_secret },
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
