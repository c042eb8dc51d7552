import { ROOT_CONTEXT } from '@opentelemetry/api';
import { groupBy } from '@tributary/contracts';
import { partById, ReplayedEvent } from '@tributary/service';
import { ACCOUNTS_WITH_HOLDINGS, HoldingsAccount } from '../../accounts/accounts.store';
import { holdingsEvents } from '../../accounts/holdings/holdings-events';
import { HoldingRow, readHoldings } from '../../accounts/holdings/holdings.store';

/** A small page, because an account with many positions needs many messages. */
const ACCOUNTS_PER_PAGE_MAX = 50;

export const HOLDINGS = partById<HoldingsAccount>({
  name: 'holdings',
  ...ACCOUNTS_WITH_HOLDINGS,
  nextRowsQuery: (tx, after, limit) =>
    ACCOUNTS_WITH_HOLDINGS.nextRowsQuery(tx, after, Math.min(limit, ACCOUNTS_PER_PAGE_MAX)),
  idOf: ({ id }) => id,
  toEvents: async (rows, tx) => {
    const held = await readHoldings(
      tx,
      rows.map(({ id }) => id),
    );
    const positions = groupBy(held, (row) => row.account_id);
    return rows.flatMap((row) => toEvents(row, positions.get(row.id) ?? []));
  },
});

function toEvents(row: HoldingsAccount, positions: readonly HoldingRow[]): ReplayedEvent[] {
  const snapshot = {
    accountId: row.id,
    userId: row.user_id,
    version: row.holdings_version,
    changed: false,
    holdings: [],
    trace: ROOT_CONTEXT,
  };
  const saved = positions.map(({ id, document, created_at, updated_at }) => ({
    id,
    document,
    createdAt: created_at.toISOString(),
    updatedAt: updated_at.toISOString(),
  }));
  return holdingsEvents(snapshot, saved, row.published_at.toISOString()).map((event) => ({
    event,
    occurredAt: row.published_at,
  }));
}
