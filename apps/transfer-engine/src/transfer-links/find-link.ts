import { Caller, mayAccess, Problem } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { TransferLink } from './transfer-link.entity';

/** The link, locked. @throws Problem where there is none for this caller. */
export async function lockLink(tx: Tx, caller: Caller, id: number): Promise<TransferLink> {
  const link = await tx.manager.findOne(TransferLink, {
    where: { id, deleted: false },
    lock: { mode: 'pessimistic_write' },
  });
  const isTheirs = link !== null && mayAccess(caller, { id: link.financialAccountId, userId: link.userId });
  if (!isTheirs) throw Problem.notFound();
  return link;
}
