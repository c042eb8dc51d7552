import { Context } from '@opentelemetry/api';
import { BalanceDocument, BalanceSnapshottedV1, groupBy } from '@tributary/contracts';
import { event, OutgoingEvent } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { BalanceRecord, SavedBalance, upsertBalances } from './balances.store';
import { pickBalances } from './pick-balances';

/** The balances of an account from one reading. */
export interface BalanceSnapshot {
  readonly accountId: number;
  readonly userId: number;
  readonly currency: string | null;
  readonly version: number;
  readonly changed: boolean;
  readonly balances: readonly BalanceDocument[];
  readonly trace: Context;
}

/**
 * Saves the snapshots of many accounts in one statement and returns their events. There is one
 * entry per account, balance type, currency and day: a second reading on the same day replaces the first.
 */
export async function saveBalances(
  tx: Tx,
  snapshots: readonly BalanceSnapshot[],
  snapshotAt: string,
): Promise<OutgoingEvent[]> {
  if (snapshots.length === 0) return [];
  const today = snapshotAt.slice(0, 10);
  const records = snapshots.flatMap((snapshot) => recordsOf(snapshot, today));
  const saved = await upsertBalances(tx, records);
  const byAccount = groupBy(saved, (balance) => balance.account_id);
  return snapshots.map((snapshot) => toEvent(snapshot, byAccount.get(snapshot.accountId) ?? [], snapshotAt));
}

/** Converts balances to records. If an institution lists a type twice for one day, the last one counts. */
function recordsOf({ accountId, balances }: BalanceSnapshot, today: string): BalanceRecord[] {
  const records = balances.map((document) => ({
    account_id: accountId,
    reference_day: document.reference_date ?? today,
    document,
  }));
  const byKey = new Map(
    records.map((record) => [
      `${record.document.type} ${record.document.currency} ${record.reference_day}`,
      record,
    ]),
  );
  return [...byKey.values()];
}

function toEvent(
  snapshot: BalanceSnapshot,
  saved: readonly SavedBalance[],
  snapshotAt: string,
): OutgoingEvent {
  return event(
    BalanceSnapshottedV1,
    snapshot.accountId,
    {
      financialAccountId: snapshot.accountId,
      userId: snapshot.userId,
      version: snapshot.version,
      changed: snapshot.changed,
      snapshotAt,
      ...pickBalances(snapshot.balances, snapshot.currency),
      balances: saved.map(({ id, document, created_at, updated_at }) => ({
        id,
        createdAt: created_at.toISOString(),
        updatedAt: updated_at.toISOString(),
        document,
      })),
    },
    snapshot.trace,
  );
}
