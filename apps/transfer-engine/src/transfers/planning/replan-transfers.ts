import { Tx } from '@tributary/persistence';
import { lockPlanned, PlannedRow, ReplannedRow, savePlanned } from './planned-transfers.store';
import { planTransfer, RequestedChange } from './plan-transfer';
import { statusOf } from '../transfer';
import { LoggedTransfer, toEntry } from '../transfer-logged';
import { RequestedTransfer, Removal } from './requested-transfers';

interface Replanned extends ReplannedRow {
  readonly wasAnnounced: boolean;
}

/**
 * Plans existing transfers again. A message that is not newer than the known version is ignored, so it may arrive
 * repeatedly. A removal affects every link that sent the transaction, also paused ones.
 */
export async function replanTransfers(
  tx: Tx,
  requested: readonly RequestedTransfer[],
  removals: readonly Removal[],
): Promise<LoggedTransfer[]> {
  if (requested.length === 0 && removals.length === 0) return [];
  const rows = await lockPlanned(tx, {
    transactionIds: [...new Set([...requested, ...removals].map(({ transactionId }) => transactionId))],
    linkIds: [...new Set(requested.map(({ link }) => link.id))],
    removedIds: removals.map(({ transactionId }) => transactionId),
  });
  const byKey = new Map(requested.map((change) => [`${change.transactionId}/${change.link.id}`, change]));
  const removed = new Map(removals.map((removal) => [removal.transactionId, removal]));
  const replanned = rows.flatMap((row): Replanned[] => {
    const newer = byKey.get(`${row.transactionId}/${row.linkId}`) ?? removed.get(row.transactionId);
    if (!newer || newer.shapedVersion <= row.shapedVersion) return [];
    return [replan(row, newer)];
  });
  if (replanned.length > 0) await savePlanned(tx, replanned);
  return replanned.filter(isNews).map(toLogged);
}

function replan(row: PlannedRow, newer: RequestedTransfer | Removal): Replanned {
  const change: RequestedChange = 'change' in newer ? newer.change : { kind: 'remove' };
  const next = planTransfer(row, change, row.linkCarries ? 'PENDING' : 'HELD');
  return {
    ...row,
    ...next,
    shapedVersion: newer.shapedVersion,
    version: next === null ? row.version : row.version + 1,
    dueDate: 'content' in change ? change.content.date : null,
    trace: newer.trace,
    unmappedCategory: 'change' in newer ? newer.unmappedCategory : null,
    changes: next !== null,
    wasAnnounced: next !== null && statusOf(next.state) === statusOf(row.state),
  };
}

/** A transfer that becomes pending is published after it was sent; one that ends here is published now. */
function isNews({ changes, wasAnnounced, state }: Replanned): boolean {
  return changes && !wasAnnounced && state !== 'PENDING' && state !== 'HELD';
}

function toLogged(row: Replanned): LoggedTransfer {
  return {
    accountId: row.accountId,
    userId: row.userId,
    trace: row.trace,
    entry: toEntry(row),
  };
}
