import { appendToOutbox } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { enqueueBalances } from '../balances/balance-writes';
import { endWaiting, holdWaiting, releaseHeld } from '../transfers/waiting-transfers';
import { LinkSettings, pointsElsewhere, restartsHistory, waitingTransfers } from './link-change';
import { newHistory, stoppedHistory } from './link-history';
import { linkUpserted } from '../transfer-links/transfer-link-upserted';
import { carriesTransactions, TransferLink } from '../transfer-links/transfer-link.entity';

/** A link, which is locked, and the settings that it gets. */
export interface ChangedLink {
  readonly link: TransferLink;
  readonly after: LinkSettings;
}

/** Saves the links with these settings, and does what they mean to their history and to what waits. */
export async function applySettings(tx: Tx, changed: readonly ChangedLink[]): Promise<void> {
  if (changed.length === 0) return;
  const changes = changed.map(({ link, after }) => ({ link, before: settingsOf(link), after }));
  const links = changes.map(({ link }) => link);
  for (const { link, before, after } of changes) {
    link.version += 1;
    Object.assign(link, after);
    if (restartsHistory(before, after)) restartHistory(link);
    else if (!carriesTransactions(link)) link.history = stoppedHistory(link.history, new Date());
  }
  await enqueueBalances(tx, links);
  await tx.manager.save(TransferLink, links);
  const leaving = changes.filter(({ before, after }) => pointsElsewhere(before, after));
  const ended = await endWaiting(
    tx,
    leaving.map(({ link, before }) => ({ id: link.id, destinationId: before.destinationId })),
  );
  const moving = (move: ReturnType<typeof waitingTransfers>) =>
    changes.filter(({ before, after }) => waitingTransfers(before, after) === move).map(({ link }) => link);
  await holdWaiting(tx, moving('hold'));
  await releaseHeld(tx, moving('release'));
  await appendToOutbox(tx, [...links.map((link) => linkUpserted(link)), ...ended]);
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
    onOtherCurrency: link.onOtherCurrency,
    destinationCurrency: link.destinationCurrency,
  };
}

/** From its beginning; what is at the destination already is not sent again. */
function restartHistory(link: TransferLink): void {
  link.historyVersion += 1;
  link.history = carriesTransactions(link) ? newHistory(new Date()) : link.history;
  link.historyShapedAt = null;
}
