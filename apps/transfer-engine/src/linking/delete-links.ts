import { OutgoingEvent } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { In } from 'typeorm';
import { endWaiting } from '../transfers/waiting-transfers';
import { stoppedHistory } from './link-history';
import { linkUpserted } from '../transfer-links/transfer-link-upserted';
import { TransferLink } from '../transfer-links/transfer-link.entity';

/** Ends the links of deleted accounts. @returns the events that publish it */
export async function deleteLinksOfAccounts(tx: Tx, accountIds: readonly number[]): Promise<OutgoingEvent[]> {
  const links = await tx.manager.find(TransferLink, {
    where: { financialAccountId: In([...accountIds]), deleted: false },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  return endLinks(tx, links);
}

/** Ends links, which are locked, and what they still had to send. What they have sent stays where it is. */
export async function endLinks(tx: Tx, links: readonly TransferLink[]): Promise<OutgoingEvent[]> {
  if (links.length === 0) return [];
  for (const link of links) {
    link.deleted = true;
    link.version += 1;
    link.history = stoppedHistory(link.history, new Date());
  }
  const events = await endWaiting(tx, links);
  await tx.manager.save(TransferLink, [...links]);
  await tx.execute('delete from balance_writes where link_id = any($1::bigint[])', [
    links.map(({ id }) => id),
  ]);
  return [...links.map((link) => linkUpserted(link)), ...events];
}
