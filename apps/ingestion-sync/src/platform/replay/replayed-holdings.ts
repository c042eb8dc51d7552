import { ROOT_CONTEXT } from '@opentelemetry/api';
import { groupBy, HoldingDocument } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { partById, ReplayedEvent } from '@tributary/service';
import { holdingsEvents } from '../../accounts/holdings/holdings-events';

interface HoldingsRow {
  readonly id: number;
  readonly user_id: number;
  readonly holdings_version: number;
  readonly published_at: Date;
}

interface PositionRow {
  readonly id: number;
  readonly account_id: number;
  readonly document: HoldingDocument;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Accounts with many positions make many messages of one page. */
const ACCOUNTS_PER_PAGE_MAX = 50;

export const HOLDINGS = partById<HoldingsRow>({
  name: 'holdings',
  totalSql: 'select count(*) as count from financial_accounts where holdings_version > 0',
  rows: (tx, after, limit) =>
    tx.query<HoldingsRow>(
      `select id, user_id, holdings_version, coalesce(holdings_published_at, holdings_synced_at, updated_at) as published_at
         from financial_accounts where id > $1 and holdings_version > 0 order by id limit $2`,
      [after, Math.min(limit, ACCOUNTS_PER_PAGE_MAX)],
    ),
  idOf: ({ id }) => id,
  toEvents: async (rows, tx) => {
    const positions = await positionsOf(tx, rows);
    return rows.flatMap((row) => toEvents(row, positions.get(row.id) ?? []));
  },
});

async function positionsOf(tx: Tx, rows: readonly HoldingsRow[]): Promise<Map<number, PositionRow[]>> {
  const positions = await tx.query<PositionRow>(
    `select id, account_id, document, created_at, updated_at from holdings
      where account_id = any($1::bigint[]) order by id`,
    [rows.map(({ id }) => id)],
  );
  return groupBy(positions, (row) => row.account_id);
}

function toEvents(row: HoldingsRow, positions: readonly PositionRow[]): ReplayedEvent[] {
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
