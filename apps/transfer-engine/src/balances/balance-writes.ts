import { LinkBalanceDocument } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { carriesBalance, TransferLink } from '../transfer-links/transfer-link.entity';

/** A balance as it waits to be written. */
export interface WaitingSnapshot {
  readonly cleared: string;
  readonly available: string | null;
  readonly currency: string;
  readonly snapshotAt: string;
}

interface SnapshotRow extends WaitingSnapshot {
  readonly linkId: number;
  readonly unitId: number;
  readonly version: number;
}

/**
 * The last known balance of each link's account is to be written to its destination, where the link says so and has not
 * written it. Marks the links, which the caller saves and publishes; returns those that it marked.
 */
export async function enqueueBalances(tx: Tx, links: readonly TransferLink[]): Promise<TransferLink[]> {
  const stopped = links.filter((link) => !carriesBalance(link)).map(({ id }) => id);
  if (stopped.length > 0) {
    await tx.execute('delete from balance_writes where link_id = any($1::bigint[])', [stopped]);
  }
  const snapshots = await findSnapshots(
    tx,
    links.filter(carriesBalance).map(({ id, destinationId, financialAccountId }) => ({
      id,
      destinationId,
      financialAccountId,
    })),
  );
  if (snapshots.length === 0) return [];
  const enqueued = new Set(await enqueue(tx, snapshots));
  const byLink = new Map(snapshots.map((snapshot) => [snapshot.linkId, snapshot]));
  return links.filter((link) => {
    const snapshot = byLink.get(link.id);
    if (!snapshot || !enqueued.has(link.id)) return false;
    link.balance = pendingBalance(snapshot);
    return true;
  });
}

function pendingBalance({ cleared, currency, snapshotAt }: WaitingSnapshot): LinkBalanceDocument {
  const times = { snapshot_at: snapshotAt, written_at: null };
  return { state: 'PENDING', cleared, currency, ...times, error: null };
}

async function findSnapshots(
  tx: Tx,
  links: readonly { id: number; destinationId: number; financialAccountId: number }[],
): Promise<SnapshotRow[]> {
  if (links.length === 0) return [];
  const rows = await tx.query<Omit<SnapshotRow, 'snapshotAt'> & { snapshotAt: Date }>(
    `select l.id as "linkId", d.unit_id as "unitId", b.version, b.cleared::text, b.available::text, b.currency,
            b.snapshot_at as "snapshotAt"
       from jsonb_to_recordset($1) as l(id bigint, "destinationId" bigint, "financialAccountId" bigint)
       join destination_targets d on d.id = l."destinationId"
       join account_balances b on b.account_id = l."financialAccountId"
      where b.cleared is not null and b.currency is not null`,
    [JSON.stringify(links)],
  );
  return rows.map((row) => ({ ...row, snapshotAt: row.snapshotAt.toISOString() }));
}

/** One that is not newer than what was written, or says the same on the same day, is left out. Gives the links that have one to write now. */
async function enqueue(tx: Tx, snapshots: readonly SnapshotRow[]): Promise<number[]> {
  const rows = snapshots.map(({ linkId, unitId, version, ...snapshot }) => ({
    link_id: linkId,
    unit_id: unitId,
    version,
    snapshot,
  }));
  const written = await tx.query<{ linkId: number }>(
    `insert into balance_writes as t (link_id, unit_id, snapshot_version, snapshot, state)
     select link_id, unit_id, version, snapshot, 'PENDING'
       from jsonb_to_recordset($1) as row(link_id bigint, unit_id bigint, version bigint, snapshot jsonb)
      order by link_id
     on conflict (link_id) do update
        set unit_id = excluded.unit_id, snapshot_version = excluded.snapshot_version, snapshot = excluded.snapshot,
            state = 'PENDING', attempts = 0, due_at = now()
      where excluded.unit_id <> t.unit_id
         or excluded.snapshot_version > t.snapshot_version
            and (t.state <> 'WRITTEN'
                 or t.snapshot ->> 'cleared' is distinct from excluded.snapshot ->> 'cleared'
                 or (excluded.snapshot ->> 'snapshotAt')::timestamptz
                      >= (t.snapshot ->> 'snapshotAt')::timestamptz + interval '23 hours')
     returning link_id as "linkId"`,
    [JSON.stringify(rows)],
  );
  return written.map(({ linkId }) => linkId);
}
