import { OutgoingEvent } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { In } from 'typeorm';
import { lockLinks, saveLinks } from './transfer-links.store';
import { deleteBalanceWrites } from './balances/balance-writes.store';
import { endWaiting } from './waiting-transfers';
import { stoppedHistory } from './progress/link-history';
import { linkUpserted } from './transfer-link-upserted';
import { TransferLink } from './transfer-link.entity';

/** Deletes the links of deleted accounts. @returns the events that publish it */
export async function deleteLinksOfAccounts(tx: Tx, accountIds: readonly number[]): Promise<OutgoingEvent[]> {
  const links = await lockLinks(tx, { financial_account_id: In([...accountIds]), deleted: false });
  return endLinks(tx, links);
}

/**
 * Ends locked links and their pending transfers. Rows at the destination remain.
 * @returns the events that publish it
 */
export async function endLinks(tx: Tx, links: readonly TransferLink[]): Promise<OutgoingEvent[]> {
  if (links.length === 0) return [];
  for (const link of links) {
    link.deleted = true;
    link.version += 1;
    link.history = stoppedHistory(link.history, new Date());
  }
  const events = await endWaiting(tx, links);
  await saveLinks(tx, links);
  await deleteBalanceWrites(
    tx,
    links.map(({ id }) => id),
  );
  return [...links.map((link) => linkUpserted(link)), ...events];
}
