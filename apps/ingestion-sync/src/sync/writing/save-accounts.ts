import { BalanceDocument, Money } from '@tributary/contracts';
import { isHeld, leaseEnd, Tx } from '@tributary/persistence';
import { AccountRow } from '../../accounts/account-row';
import { balanceDigest, pickBalances } from '../../accounts/balances/pick-balances';
import { holdingsDigest } from '../../accounts/holdings/holdings-digest';
import { AccountWrite } from '../account-write';
import { hasTransactions } from '../../transactions/has-transactions';
import { ClaimedAccount } from '../claim-accounts';

/** An account's row after the write. */
export interface SavedAccount extends AccountRow {
  /** Of the balances before. */
  readonly old_digest: string | null;
  readonly balance_digest: string | null;
  /** Of the holdings before. */
  readonly old_holdings_digest: string | null;
  readonly holdings_digest: string | null;
  /** Something is stored of it already. */
  readonly has_transactions: boolean;
}

/** How long the lease lasts after the write, and what the times in the writes count from. */
export interface WriteOptions {
  readonly leaseMs: number;
  readonly now: number;
  /** How far a booked amount may be from the pending one, as a share of it. */
  readonly amountTolerance: number;
}

/**
 * Saves progress, health and allowances of many accounts in one statement. Accounts that another
 * instance has claimed are not touched and not returned; the others stay locked until the transaction ends.
 */
export async function saveAccounts(
  tx: Tx,
  writes: readonly AccountWrite[],
  options: WriteOptions & { readonly snapshotAt: string },
): Promise<Map<number, SavedAccount>> {
  const rows = await tx.query<SavedAccount>(SAVE, [
    JSON.stringify(writes.map((write) => toRecord(write, options.snapshotAt))),
    options.leaseMs,
    JSON.stringify(writes.flatMap((write) => allowanceRecords(write, options.now))),
  ]);
  return new Map(rows.map((row) => [row.id, row]));
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
    insert into allowances (account_id, resource, call_limit, used, reset_at, blocked_until)
    select s.account_id, s.resource, s.call_limit, s.used,
           clock_timestamp() + s.reset_in_ms * interval '1 millisecond',
           clock_timestamp() + s.blocked_for_ms * interval '1 millisecond'
      from jsonb_to_recordset($3::jsonb) as s(account_id bigint, resource text, call_limit integer, used integer,
           reset_in_ms double precision, blocked_for_ms double precision)
     where s.account_id in (select id from held)
    on conflict (account_id, resource) do update
       set call_limit = excluded.call_limit, used = excluded.used, reset_at = excluded.reset_at,
           blocked_until = excluded.blocked_until
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

function toRecord(
  { account, isPublished, profile, balances, holdings, history, health, finish }: AccountWrite,
  snapshotAt: string,
) {
  const positions = holdings?.holdings ?? null;
  return {
    id: account.id,
    fence: account.fence,
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
    covered_to: history?.coveredTo,
    history_state: history?.state,
    cursor: history?.cursor,
    end_reason: history?.endReason,
    sync_cursor: history?.syncCursor,
    is_finished: finish !== null,
    is_synced: finish?.transactionsSynced ?? false,
    health: finish?.health ?? health,
    next_sync_in_ms: finish?.nextSyncInMs,
    next_allowed_in_ms: finish?.nextAllowedInMs,
    backfill_ends_in_ms: finish?.backfillEndsInMs,
    is_enriched: finish !== null && account.config.enrichment.enabled,
  };
}

function currencyOf(account: ClaimedAccount, profile: AccountWrite['profile']): string | null {
  return profile === null ? account.currency : profile.currency;
}

/** The cash of an investment account, in the account's own currency where it has some. */
function cashOf(account: ClaimedAccount, balances: readonly BalanceDocument[]): Money | null {
  if (account.category !== 'INVESTMENT') return null;
  const { cleared, currency } = pickBalances(balances, account.currency);
  return cleared === null || currency === null ? null : { amount: cleared, currency };
}

function allowanceRecords({ account, allowances }: AccountWrite, now: number) {
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
