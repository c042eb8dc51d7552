import { BalanceDocument, BalanceSnapshottedV1, EventPayload, groupBy } from '@tributary/contracts';
import { event } from '@tributary/messaging';
import { partById, ReplayedEvent } from '@tributary/service';
import { pickBalances, PickedBalances } from '../../accounts/balances/pick-balances';

/** What an account's last snapshot said beside its entries. */
interface SnapshotRow {
  readonly account_id: number;
  readonly user_id: number;
  readonly balance_version: number;
  readonly balances_synced_at: Date | null;
  readonly balances_published: (PickedBalances & { readonly snapshotAt: string }) | null;
  readonly currency: string | null;
  /** The newest of each type and currency: a snapshot from before there was `balances_published` is replayed from it. */
  readonly newest: readonly BalanceDocument[] | null;
}

const SNAPSHOT = `a.id as account_id, a.user_id, a.balance_version, a.balances_synced_at, a.balances_published,
  a.profile ->> 'currency' as currency,
  case when a.balances_published is null then (
    select jsonb_agg(n.document) from (
      select distinct on (type, currency) document from balances b where b.account_id = a.id
       order by type, currency, reference_day desc) n) end as newest`;

type Snapshot = EventPayload<typeof BalanceSnapshottedV1>;

export const ACCOUNT_BALANCES = partById<SnapshotRow>({
  name: 'account balances',
  totalSql: 'select count(*) as count from financial_accounts where balance_version > 0',
  rows: `select ${SNAPSHOT} from financial_accounts a
          where a.id > $1 and a.balance_version > 0 order by a.id limit $2`,
  idOf: (row) => row.account_id,
  toEvents: (rows) => rows.map((row) => toEvent(row, [])),
});

interface EntryRow extends SnapshotRow {
  readonly id: number;
  readonly document: BalanceDocument;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Every balance that was recorded, as entries of the account's last snapshot. */
export const BALANCE_ENTRIES = partById<EntryRow>({
  name: 'balance entries',
  totalSql: 'select count(*) as count from balances',
  rows: `select b.id, b.document, b.created_at, b.updated_at, s.*
           from (select * from balances where id > $1 order by id limit $2) b
           join lateral (select ${SNAPSHOT} from financial_accounts a where a.id = b.account_id) s on true
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
