import { Caller, mayAccess, Problem, requireCover } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { carriedBy } from './link-checks';
import { TransferLink } from './transfer-link.entity';

/**
 * The kind of a command on links. `drives`: it causes sending or reading of data, or another target, so the caller must
 * be able to read that data. `ends`: it only stops sending.
 */
export type Purpose = 'drives' | 'ends';

/**
 * The link, locked.
 * @throws Problem: not_found where there is none for this caller, forbidden where they drive what they may not read
 */
export async function lockLink(tx: Tx, caller: Caller, id: number, purpose: Purpose): Promise<TransferLink> {
  const link = await tx.manager.findOne(TransferLink, {
    where: { id, deleted: false },
    lock: { mode: 'pessimistic_write' },
  });
  const isTheirs = link !== null && mayAccess(caller, { id: link.financialAccountId, userId: link.userId });
  if (!isTheirs) throw Problem.notFound();
  if (purpose === 'drives') requireCover(caller, carriedBy(link));
  return link;
}

/** Locks the links that are there, in one order for all who lock several. */
export async function lockLinksInOrder(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.query('select 1 from transfer_links where id = any($1::bigint[]) order by id for update', [ids]);
}
