import { EventPayload, HoldingsSnapshottedV1 } from '@tributary/contracts';
import { ModelTx } from '../model-writes';
import { project, ProjectedEvent } from './project';
import { ProjectedTable } from './projected-table';
import { shareUsers } from '../user-locks';

type Snapshot = EventPayload<typeof HoldingsSnapshottedV1>;

/** The snapshot that is shown of each account. */
const ACCOUNT_HOLDINGS: ProjectedTable = {
  table: 'account_holdings',
  key: ['account_id'],
  columns: {
    account_id: 'bigint',
    version: 'bigint',
    user_id: 'bigint',
    snapshot_at: 'timestamptz',
  },
  versionColumn: 'version',
  belongsTo: 'accounts',
};

/** The positions of the shown snapshots. */
const HOLDINGS: ProjectedTable = {
  table: 'holdings',
  key: ['account_id', 'id'],
  columns: {
    account_id: 'bigint',
    id: 'bigint',
    version: 'bigint',
    user_id: 'bigint',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
    document: 'jsonb',
  },
  versionColumn: 'version',
  belongsTo: 'accounts',
};

/**
 * Stores snapshots, or parts of them. When its last part arrives, a snapshot replaces the earlier ones: the account no
 * longer has positions that are not listed. Late parts of an older snapshot are ignored, because they would restore
 * it.
 */
export async function projectHoldings(
  tx: ModelTx,
  events: readonly ProjectedEvent<typeof HoldingsSnapshottedV1>[],
): Promise<void> {
  const snapshots = events.map(({ payload }) => payload);
  await shareUsers(
    tx,
    snapshots.map(({ userId }) => userId),
  );
  await project(tx, ACCOUNT_HOLDINGS, snapshots.map(headRow));
  const shown = await shownVersions(tx, snapshots);
  const current = snapshots.filter(
    ({ financialAccountId, version }) => version >= (shown.get(financialAccountId) ?? 0),
  );
  await project(tx, HOLDINGS, current.flatMap(holdingRows));
  await removeOlder(
    tx,
    current.filter(({ part, parts }) => part === parts),
  );
}

function headRow({ financialAccountId, version, userId, snapshotAt }: Snapshot) {
  return { account_id: financialAccountId, version, user_id: userId, snapshot_at: snapshotAt };
}

function holdingRows(snapshot: Snapshot) {
  return snapshot.holdings.map(({ id, createdAt, updatedAt, document }) => ({
    account_id: snapshot.financialAccountId,
    id,
    version: snapshot.version,
    user_id: snapshot.userId,
    created_at: createdAt,
    updated_at: updatedAt,
    document,
  }));
}

async function shownVersions(
  tx: ModelTx,
  snapshots: readonly Snapshot[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await tx.query<{ account_id: number; version: number }>(
    `select account_id, version from account_holdings where account_id = any($1::bigint[])`,
    [snapshots.map(({ financialAccountId }) => financialAccountId)],
  );
  return new Map(rows.map(({ account_id, version }) => [Number(account_id), Number(version)]));
}

async function removeOlder(tx: ModelTx, whole: readonly Snapshot[]): Promise<void> {
  if (whole.length === 0) return;
  await tx.execute(
    `delete from holdings h using jsonb_to_recordset($1::jsonb) as r(account_id bigint, version bigint)
      where h.account_id = r.account_id and h.version < r.version`,
    [JSON.stringify(whole.map(headRow))],
  );
}
