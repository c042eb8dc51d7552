import { Money, BalanceDocument } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { balanceDigest, pickBalances } from '../../accounts/balances/pick-balances';
import { holdingsDigest } from '../../accounts/holdings/holdings-digest';
import { AllowanceRecord } from '../../providers/metering/allowances.store';
import { AccountWrite } from '../account-write';
import { ClaimedAccount } from '../due/claim-accounts';
import { ProgressRecord, SavedAccount, saveProgress } from '../due/due-accounts.store';

/** Options of a write: the lease that it renews, and the time from which its durations count. */
export interface WriteOptions {
  readonly leaseMs: number;
  readonly now: number;
  /** Maximum difference between a booked amount and its pending one, as a fraction of the pending amount. */
  readonly amountTolerance: number;
}

/**
 * Saves progress, health and allowances of many accounts in one statement. Accounts that another instance has claimed
 * are neither changed nor returned; the others stay locked until the transaction ends.
 */
export async function saveAccounts(
  tx: Tx,
  writes: readonly AccountWrite[],
  options: WriteOptions & { readonly snapshotAt: string },
): Promise<Map<number, SavedAccount>> {
  const rows = await saveProgress(tx, {
    records: writes.map((write) => toRecord(write, options.snapshotAt)),
    leaseMs: options.leaseMs,
    allowances: writes.flatMap((write) => allowanceRecords(write, options.now)),
  });
  return new Map(rows.map((row) => [row.id, row]));
}

function toRecord(
  { account, isPublished, profile, balances, holdings, history, health, finish }: AccountWrite,
  snapshotAt: string,
): ProgressRecord {
  const positions = holdings?.holdings ?? null;
  return {
    id: account.id,
    fence: account.lease.fence,
    is_published: isPublished,
    profile,
    digest: balances === null ? null : balanceDigest(balances),
    cash_balance: balances === null ? null : cashOf(account, balances),
    balances_published:
      balances === null ? null : { snapshotAt, ...pickBalances(balances, currencyOf(account, profile)) },
    reads_holdings: holdings !== null,
    holdings_digest: positions === null ? null : holdingsDigest(positions),
    total_balance: holdings?.totalBalance ?? null,
    holdings_published_at: positions === null ? null : snapshotAt,
    moves_history: history !== null,
    covered_to: history?.coveredTo ?? null,
    history_state: history?.state ?? null,
    cursor: history?.cursor ?? null,
    end_reason: history?.endReason ?? null,
    sync_cursor: history?.syncCursor ?? null,
    is_finished: finish !== null,
    is_synced: finish?.transactionsSynced ?? false,
    health: finish?.health ?? health,
    next_sync_in_ms: finish?.nextSyncInMs ?? null,
    next_allowed_in_ms: finish?.nextAllowedInMs ?? null,
    backfill_ends_in_ms: finish?.backfillEndsInMs ?? null,
    is_enriched: finish !== null && account.config.enrichment.enabled,
  };
}

function currencyOf(account: ClaimedAccount, profile: AccountWrite['profile']): string | null {
  return profile === null ? account.currency : profile.currency;
}

/** The cash of an investment account, in the account's own currency if it has cash in it. */
function cashOf(account: ClaimedAccount, balances: readonly BalanceDocument[]): Money | null {
  if (account.category !== 'INVESTMENT') return null;
  const { cleared, currency } = pickBalances(balances, account.currency);
  return cleared === null || currency === null ? null : { amount: cleared, currency };
}

function allowanceRecords({ account, allowances }: AccountWrite, now: number): AllowanceRecord[] {
  const from = (at: number | null): number | null => (at === null ? null : at - now);
  return allowances.map(({ resource, limit, used, resetAt, blockedUntil }) => ({
    account_id: account.id,
    resource,
    call_limit: limit,
    used,
    reset_in_ms: from(resetAt),
    blocked_for_ms: from(blockedUntil),
  }));
}
