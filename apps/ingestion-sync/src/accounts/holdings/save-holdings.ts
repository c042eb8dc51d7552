import { groupBy } from '@tributary/contracts';
import { OutgoingEvent } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { holdingsEvents } from './holdings-events';
import { HoldingRecord, HoldingRow, deleteOtherHoldings, upsertHoldings } from './holdings.store';
import { HoldingsSnapshot, SavedHolding } from './holdings-snapshot';

/**
 * Saves the snapshots of many accounts, in one statement for the current positions and one for the others, and returns
 * their events. A position retains its row as long as each snapshot contains it.
 */
export async function saveHoldings(
  tx: Tx,
  snapshots: readonly HoldingsSnapshot[],
  snapshotAt: string,
): Promise<OutgoingEvent[]> {
  if (snapshots.length === 0) return [];
  const records = snapshots.flatMap(recordsOf);
  await deleteOtherHoldings(
    tx,
    snapshots.map(({ accountId }) => accountId),
    records,
  );
  const saved = await upsertHoldings(tx, records);
  const byAccount = groupBy(saved, (row) => row.account_id);
  return snapshots.flatMap((snapshot) =>
    holdingsEvents(snapshot, (byAccount.get(snapshot.accountId) ?? []).map(toSaved), snapshotAt),
  );
}

/**
 * Converts positions to records. An instrument that a broker lists twice (bought on margin and not, long and short)
 * becomes two positions.
 */
function recordsOf({ accountId, holdings }: HoldingsSnapshot): HoldingRecord[] {
  const counts = new Map<string, number>();
  const inOrder = [...holdings].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return inOrder.map(({ key, document }) => {
    const occurrence = (counts.get(key) ?? 0) + 1;
    counts.set(key, occurrence);
    return { account_id: accountId, position_key: `${key}#${occurrence}`, document };
  });
}

function toSaved({ id, document, created_at, updated_at }: HoldingRow): SavedHolding {
  return { id, document, createdAt: created_at.toISOString(), updatedAt: updated_at.toISOString() };
}
