import { appendToOutbox } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { enqueueBalances } from '../balances/balance-writes';
import { endWaiting, holdWaiting, releaseHeld } from '../transfers/waiting-transfers';
import { LinkSettings, pointsElsewhere, restartsHistory, waitingTransfers } from './link-change';
import { newHistory, stoppedHistory } from './link-history';
import { linkUpserted } from '../transfer-links/transfer-link-upserted';
import { carriesTransactions, TransferLink } from '../transfer-links/transfer-link.entity';

/** Saves the link, which is locked, with these settings, and does what they mean to its history and to what waits. */
export async function applySettings(tx: Tx, link: TransferLink, after: LinkSettings): Promise<void> {
  const before = settingsOf(link);
  link.version += 1;
  Object.assign(link, after);
  if (restartsHistory(before, after)) restartHistory(link);
  else if (!carriesTransactions(link)) link.history = stoppedHistory(link.history, new Date());
  await enqueueBalances(tx, [link]);
  await tx.manager.save(TransferLink, link);
  const ended = pointsElsewhere(before, after)
    ? await endWaiting(tx, { id: link.id, destinationId: before.destinationId })
    : [];
  await moveWaiting(tx, link, waitingTransfers(before, after));
  await appendToOutbox(tx, [linkUpserted(link), ...ended]);
}

export function settingsOf(link: TransferLink): LinkSettings {
  return {
    financialAccountId: link.financialAccountId,
    destinationType: link.destinationType,
    destinationId: link.destinationId,
    transferStartDate: link.transferStartDate,
    active: link.active,
    syncMode: link.syncMode,
    onBookedChange: link.onBookedChange,
  };
}

/** From its beginning; what is at the destination already is not sent again. */
function restartHistory(link: TransferLink): void {
  link.historyVersion += 1;
  link.history = carriesTransactions(link) ? newHistory(new Date()) : link.history;
  link.historyShapedAt = null;
}

async function moveWaiting(
  tx: Tx,
  link: TransferLink,
  move: ReturnType<typeof waitingTransfers>,
): Promise<void> {
  switch (move) {
    case 'hold':
      return holdWaiting(tx, link);
    case 'release':
      return releaseHeld(tx, link);
    case 'leave':
      return;
  }
}
