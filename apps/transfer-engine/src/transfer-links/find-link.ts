import { Caller, mayAccess, Problem, requireCover } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { In } from 'typeorm';
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
  const link = (await lockLinks(tx, caller, [id])).get(id);
  if (!link) throw Problem.notFound();
  if (purpose === 'drives') requireCover(caller, carriedBy(link));
  return link;
}

/** Those of the links that the caller may access, by id, locked in one order for all who lock several. */
export async function lockLinks(
  tx: Tx,
  caller: Caller,
  ids: readonly number[],
): Promise<Map<number, TransferLink>> {
  const links = await tx.manager.find(TransferLink, {
    where: { id: In([...ids]), deleted: false },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  const theirs = links.filter(({ userId, financialAccountId: id }) => mayAccess(caller, { id, userId }));
  return new Map(theirs.map((link) => [link.id, link]));
}
