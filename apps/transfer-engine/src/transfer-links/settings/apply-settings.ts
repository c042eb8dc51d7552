import {
  carriesTransactions,
  membersOf,
  StoredLinkSettings,
  TransferLinkSettings,
} from '@tributary/contracts';
import { appendToOutbox } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { saveLinks } from '../transfer-links.store';
import { enqueueBalances } from '../balances/balance-writes';
import { holdWaiting, releaseHeld } from '../../transfers/transfers.store';
import { endWaiting } from '../waiting-transfers';
import { pointsElsewhere, restartsHistory, waitingTransfers } from './link-change';
import { newHistory, stoppedHistory } from '../progress/link-history';
import { linkUpserted } from '../transfer-link-upserted';
import { TransferLink } from '../transfer-link.entity';

/** A locked link with its new settings. */
export interface ChangedLink {
  readonly link: TransferLink;
  readonly after: TransferLinkSettings;
}

/** Saves new settings of links, and updates their histories and pending transfers accordingly. */
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
  await saveLinks(tx, links);
  const leaving = changes.filter(({ before, after }) => pointsElsewhere(before, after));
  const ended = await endWaiting(
    tx,
    leaving.map(({ link, before }) => ({ id: link.id, destination_id: before.destination_id })),
  );
  const moving = (move: ReturnType<typeof waitingTransfers>) =>
    changes.filter(({ before, after }) => waitingTransfers(before, after) === move).map(({ link }) => link);
  await holdWaiting(tx, moving('hold'));
  await releaseHeld(tx, moving('release'));
  await appendToOutbox(tx, [...links.map((link) => linkUpserted(link)), ...ended]);
}

/** The settings of a link that callers can change. */
export function settingsOf(link: TransferLink): TransferLinkSettings {
  return membersOf(StoredLinkSettings, link);
}

/** Starts the history from the beginning; rows that are already at the destination are not sent again. */
export function restartHistory(link: TransferLink): void {
  link.history_version += 1;
  link.history = carriesTransactions(link) ? newHistory(new Date()) : link.history;
  link.history_shaped_at = null;
}
