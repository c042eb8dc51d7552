import { BalanceDocument, BalanceSnapshottedV1, EventPayload, groupBy } from '@tributary/contracts';
import { event } from '@tributary/messaging';
import { partById, ReplayedEvent } from '@tributary/service';
import { accountAs, accountsWithBalances } from '../../accounts/accounts.store';
import { ALL_BALANCES, newestBalancesOf } from '../../accounts/balances/balances.store';
import { pickBalances, PickedBalances } from '../../accounts/balances/pick-balances';

/** An account's last snapshot without its entries. */
interface SnapshotRow {
  readonly account_id: number;
  readonly user_id: number;
  readonly balance_version: number;
  readonly balances_synced_at: Date | null;
  readonly balances_published: (PickedBalances & { readonly snapshotAt: string }) | null;
  readonly currency: string | null;
  /** The newest balance of each type and currency; snapshots from before `balances_published` are replayed from it. */
  readonly newest: readonly BalanceDocument[] | null;
}

const SNAPSHOT = `a.id as account_id, a.user_id, a.balance_version, a.balances_synced_at, a.balances_published,
  a.profile ->> 'currency' as currency,
  case when a.balances_published is null then (${newestBalancesOf('a.id')}) end as newest`;

type Snapshot = EventPayload<typeof BalanceSnapshottedV1>;

export const ACCOUNT_BALANCES = partById<SnapshotRow>({
  name: 'account balances',
  ...accountsWithBalances(SNAPSHOT),
  idOf: (row) => row.account_id,
  toEvents: (rows) => rows.map((row) => toEvent(row, [])),
});

interface EntryRow extends SnapshotRow {
  readonly id: number;
  readonly document: BalanceDocument;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Every recorded balance, as entries of the account's last snapshot. */
export const BALANCE_ENTRIES = partById<EntryRow>({
  name: 'balance entries',
  totalSql: ALL_BALANCES.totalSql,
  nextRowsQuery: `select b.id, b.document, b.created_at, b.updated_at, s.*
           from (${ALL_BALANCES.page}) b
           join ${accountAs(SNAPSHOT, 'b.account_id')} on true
          order by b.id`,
  idOf: ({ id }) => id,
  toEvents: (rows) => {
    return [...groupBy(rows, (row) => row.account_id).values()].flatMap((entries) =>
      entries[0] && entries[0].balance_version > 0 ? [toEvent(entries[0], entries)] : [],
    );
  },
});

function toEvent(row: SnapshotRow, entries: readonly EntryRow[]): ReplayedEvent {
  const { snapshotAt, ...picked } = row.balances_published ?? {
    snapshotAt: (row.balances_synced_at ?? new Date(0)).toISOString(),
    ...pickBalances(row.newest ?? [], row.currency),
  };
  const payload: Snapshot = {
    financialAccountId: row.account_id,
    userId: row.user_id,
    version: row.balance_version,
    changed: false,
    snapshotAt,
    ...picked,
    balances: entries.map(({ id, document, created_at, updated_at }) => ({
      id,
      createdAt: created_at.toISOString(),
      updatedAt: updated_at.toISOString(),
      document,
    })),
  };
  return {
    event: event(BalanceSnapshottedV1, row.account_id, payload),
    occurredAt: new Date(snapshotAt),
  };
}
