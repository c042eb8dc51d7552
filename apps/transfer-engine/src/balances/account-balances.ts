import { OutgoingEvent } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { In, Not } from 'typeorm';
import { linkUpserted } from '../transfer-links/transfer-link-upserted';
import { TransferLink } from '../transfer-links/transfer-link.entity';
import { enqueueBalances } from './balance-writes';

/** Accounts have new balances: the links that carry balances are to write them. @returns the events that publish it */
export async function enqueueBalancesOfAccounts(
  tx: Tx,
  accountIds: readonly number[],
): Promise<OutgoingEvent[]> {
  const links = await tx.manager.find(TransferLink, {
    where: {
      financialAccountId: In([...accountIds]),
      deleted: false,
      active: true,
      syncMode: Not('TRANSACTIONS'),
    },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  const marked = await enqueueBalances(tx, links);
  for (const link of marked) link.version += 1;
  if (marked.length > 0) await tx.manager.save(TransferLink, marked);
  return marked.map((link) => linkUpserted(link));
}
