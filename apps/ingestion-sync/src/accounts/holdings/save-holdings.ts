import { groupBy, HoldingDocument } from '@tributary/contracts';
import { OutgoingEvent } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { holdingsEvents } from './holdings-events';
import { HoldingsSnapshot, SavedHolding } from './holdings-snapshot';

interface SavedRow {
  id: number;
  account_id: number;
  document: HoldingDocument;
  created_at: Date;
  updated_at: Date;
}

/**
 * Saves the snapshots of many accounts, in one statement for the held positions and one for the others, and returns
 * their events. A position keeps its row as long as it is held.
 */
export async function saveHoldings(
  tx: Tx,
  snapshots: readonly HoldingsSnapshot[],
  snapshotAt: string,
): Promise<OutgoingEvent[]> {
  if (snapshots.length === 0) return [];
  const records = snapshots.flatMap(recordsOf);
  await removeOthers(tx, snapshots, records);
  const saved = await tx.query<SavedRow>(
    `insert into holdings as h (account_id, position_key, document)
     select account_id, position_key, document
       from jsonb_to_recordset($1::jsonb) as r(account_id bigint, position_key text, document jsonb)
     on conflict (account_id, position_key) do update
        set document = excluded.document,
            updated_at = case when h.document = excluded.document then h.updated_at else now() end
     returning id, account_id, document, created_at, updated_at`,
    [JSON.stringify(records)],
  );
  const byAccount = groupBy(saved, (row) => row.account_id);
  return snapshots.flatMap((snapshot) =>
    holdingsEvents(snapshot, (byAccount.get(snapshot.accountId) ?? []).map(toSaved), snapshotAt),
  );
}

interface HoldingRecord {
  readonly account_id: number;
  readonly position_key: string;
  readonly document: HoldingDocument;
}

async function removeOthers(
  tx: Tx,
  snapshots: readonly HoldingsSnapshot[],
  records: readonly HoldingRecord[],
): Promise<void> {
  await tx.query(
    `delete from holdings h
      where h.account_id = any($1::bigint[])
        and not exists (select 1 from jsonb_to_recordset($2::jsonb) as r(account_id bigint, position_key text)
                         where r.account_id = h.account_id and r.position_key = h.position_key)`,
    [
      snapshots.map(({ accountId }) => accountId),
      JSON.stringify(records.map(({ account_id, position_key }) => ({ account_id, position_key }))),
    ],
  );
}

/** A broker that lists one instrument twice (bought on margin and not, long and short) means two positions. */
function recordsOf({ accountId, holdings }: HoldingsSnapshot): HoldingRecord[] {
  const counts = new Map<string, number>();
  const inOrder = [...holdings].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return inOrder.map(({ key, document }) => {
    const occurrence = (counts.get(key) ?? 0) + 1;
    counts.set(key, occurrence);
    return { account_id: accountId, position_key: `${key}#${occurrence}`, document };
  });
}

function toSaved({ id, document, created_at, updated_at }: SavedRow): SavedHolding {
  return { id, document, createdAt: created_at.toISOString(), updatedAt: updated_at.toISOString() };
}
